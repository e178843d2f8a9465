import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AcceptsFiles } from './body-limits.js';

/** An uploaded file, which is already in the storage. */
export interface UploadedFile {
  readonly key: string;
  /** The type is detected from the content, never from the name. */
  readonly mime: string;
  /** The original name, only for display. */
  readonly name: string;
  readonly size: number;
  /** The values of repeated fields at the position of this file: the second `body` belongs to the second file. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The name of a file without one, as in the XMLHttpRequest standard. */
export const UNNAMED_FILE = 'blob';

export interface UploadRules {
  /** The name of the form field with the files. */
  readonly field: string;
  readonly maxFiles: number;
  /** The files belong to the platform, and stay when the company of the caller is removed. */
  readonly platform?: boolean;
}

export const UPLOAD = 'atende:upload';

/** The route also takes multipart/form-data; files arrive through {@link Uploads}, other fields as the body. */
export const Upload = (rules: UploadRules) =>
  applyDecorators(SetMetadata(UPLOAD, rules), AcceptsFiles(), ApiExtension('x-files', rules.field));

/** {@link UploadInterceptor} adds this to the request. */
export interface RequestWithUploads {
  uploads?: readonly UploadedFile[];
  /** Whether the handler took the files. A repeated request does not call the handler, and its files are removed. */
  uploadsConsumed?: boolean;
}

function takeUploads(request: FastifyRequest & RequestWithUploads): readonly UploadedFile[] {
  request.uploadsConsumed = true;
  return request.uploads ?? [];
}

/** Injects the stored files of the request. */
export const Uploads = createParamDecorator((_: unknown, context: ExecutionContext) =>
  takeUploads(context.switchToHttp().getRequest<FastifyRequest>()),
);
