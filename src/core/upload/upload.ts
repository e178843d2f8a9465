import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A file that came with the request and already lies in the storage under a name of ours. */
export interface UploadedFile {
  readonly key: string;
  /** By its first bytes, never by its name. */
  readonly mime: string;
  /** What it was called; only for people. */
  readonly name: string;
  readonly size: number;
}

export interface UploadRules {
  /** Name of the form field that carries files. */
  readonly field: string;
  readonly maxFiles: number;
}

export const UPLOAD = 'atende:upload';

/** The route also takes multipart/form-data; files arrive through {@link Uploads}, other fields as the body. */
export const Upload = (rules: UploadRules) => SetMetadata(UPLOAD, rules);

export const uploadsOf = (request: FastifyRequest): readonly UploadedFile[] =>
  (request as { uploads?: readonly UploadedFile[] }).uploads ?? [];

/** The stored files of this request. */
export const Uploads = createParamDecorator((_: unknown, context: ExecutionContext) =>
  uploadsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
