import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AcceptsFiles } from './body-limits.js';

/** An uploaded file, already in the storage. */
export interface UploadedFile {
  readonly key: string;
  /** Detected by content, never by name. */
  readonly mime: string;
  /** Original name, for display only. */
  readonly name: string;
  readonly size: number;
  /** Of repeated fields the value at this file's position: the second `body` is the second file's. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Name of a file without one (XMLHttpRequest standard). */
export const UNNAMED_FILE = 'blob';

export interface UploadRules {
  /** Name of the form field that carries files. */
  readonly field: string;
  readonly maxFiles: number;
  /** The files are the platform's: they stay when the company of the caller is removed. */
  readonly platform?: boolean;
}

export const UPLOAD = 'atende:upload';

/** The route also takes multipart/form-data; files arrive through {@link Uploads}, other fields as the body. */
export const Upload = (rules: UploadRules) =>
  applyDecorators(SetMetadata(UPLOAD, rules), AcceptsFiles(), ApiExtension('x-files', rules.field));

/** Attached to the request by {@link UploadInterceptor}. */
export interface RequestWithUploads {
  uploads?: readonly UploadedFile[];
  /** Passed to the handler; a repeated request does not call it, and its files are removed. */
  uploadsConsumed?: boolean;
}

function takeUploads(request: FastifyRequest & RequestWithUploads): readonly UploadedFile[] {
  request.uploadsConsumed = true;
  return request.uploads ?? [];
}

/** The stored files of this request. */
export const Uploads = createParamDecorator((_: unknown, context: ExecutionContext) =>
  takeUploads(context.switchToHttp().getRequest<FastifyRequest>()),
);
