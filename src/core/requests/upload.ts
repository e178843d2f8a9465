import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AcceptsFiles } from './body-limits.js';

/** A file that came with the request and already lies in the storage under a name of ours. */
export interface UploadedFile {
  readonly key: string;
  /** By its first bytes, never by its name. */
  readonly mime: string;
  /** What it was called; only for people. */
  readonly name: string;
  readonly size: number;
  /** Of fields that the form repeats, the value in this file's turn: the second `body` is the second file's. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What a form calls a file that has no name (XMLHttpRequest standard). */
export const UNNAMED_FILE = 'blob';

export interface UploadRules {
  /** Name of the form field that carries files. */
  readonly field: string;
  readonly maxFiles: number;
}

export const UPLOAD = 'atende:upload';

/** The route also takes multipart/form-data; files arrive through {@link Uploads}, other fields as the body. */
export const Upload = (rules: UploadRules) => applyDecorators(SetMetadata(UPLOAD, rules), AcceptsFiles());

/** What {@link UploadInterceptor} leaves on the request. */
export interface RequestWithUploads {
  uploads?: readonly UploadedFile[];
  /** The handler got them; a repeated request is answered without its handler, and its files belong to nobody. */
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
