import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, concatMap, from, type Observable, switchMap } from 'rxjs';
import { Context } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { t } from '../i18n.js';
import { detectStreamFileType } from '../storage/file-type.js';
import { newStorageKey, Storage } from '../storage/storage.js';
import { defaultBodyLimit, parseJsonParts } from './body-limits.js';
import { type RequestWithUploads, UPLOAD, type UploadedFile, type UploadRules } from './upload.js';

const megabyte = 1024 * 1024;
const limits: readonly [kind: RegExp, bytes: number][] = [
  [/^image\//, 16 * megabyte],
  [/^audio\//, 16 * megabyte],
];

/**
 * Streams the files of a form into the storage before the unit of work opens, so that no transaction waits for a slow
 * client. When the handler fails, the files are removed again.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Uploads');

  constructor(
    private readonly reflector: Reflector,
    private readonly context: Context,
    private readonly storage: Storage,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<FastifyRequest & RequestWithUploads & { body: unknown }>();
    const rules = this.reflector.get<UploadRules | undefined>(UPLOAD, execution.getHandler());
    if (!request.isMultipart?.()) return next.handle();
    if (!rules) throw coreErrors.ERR_UNSUPPORTED_MEDIA();
    const stored: UploadedFile[] = [];
    const read = async (): Promise<void> => {
      request.body = await this.read(request, rules, stored);
      request.uploads = stored;
    };
    return from(read()).pipe(
      switchMap(() => next.handle()),
      concatMap(async (answer) => {
        if (!request.uploadsConsumed) await this.discard(stored);
        return answer;
      }),
      catchError(async (error: unknown) => {
        await this.discard(stored);
        throw isUnreadableForm(error) ? coreErrors.ERR_VALIDATION() : error;
      }),
    );
  }

  private async read(
    request: FastifyRequest,
    rules: UploadRules,
    stored: UploadedFile[],
  ): Promise<Record<string, unknown>> {
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const repeated = new Map<string, string[]>();
    const json = new JsonParts();
    for await (const part of request.parts({ isPartAFile })) {
      const isFile = part.type === 'file' && part.filename !== undefined;
      if (!isFile && /^__|^constructor$|^prototype$/.test(part.fieldname)) {
        if (part.type === 'file') part.file.resume();
      } else if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        repeated.set(part.fieldname, [...(repeated.get(part.fieldname) ?? []), String(part.value)]);
      } else if (part.mimetype === jsonType && !isFile) {
        await json.read(part);
        // PHP's curl cannot repeat a field name, and sends medias[0], medias[1]
      } else if (part.fieldname.replace(/\[\d*\]$/, '') !== rules.field || stored.length >= rules.maxFiles) {
        part.file.resume();
        throw coreErrors.ERR_VALIDATION({
          fields: { [rules.field]: t('Arquivo inesperado', 'Unexpected file', 'Archivo inesperado') },
        });
      } else {
        stored.push(await this.store(part, rules));
      }
    }
    for (const [name, values] of repeated) if (values.length === 1) repeated.delete(name);
    for (const [index, file] of stored.entries()) stored[index] = { ...file, fields: turnOf(index, repeated) };
    return { ...fields, ...json.values() };
  }

  private async store(part: MultipartFile, { field, platform }: UploadRules): Promise<UploadedFile> {
    const { mime, extension, stream } = await detectStreamFileType(part.file as Readable, part.mimetype);
    const key = newStorageKey(platform ? 0 : this.context.actor.companyId, extension);
    const { size } = await this.storage.put(key, stream, { mime });
    const limit = limits.find(([kind]) => kind.test(mime))?.[1] ?? Number.POSITIVE_INFINITY;
    const tooLarge = part.file.truncated || size > limit;
    if (tooLarge || size === 0) {
      await this.storage.remove(key);
      if (tooLarge) throw coreErrors.ERR_TOO_LARGE();
      throw coreErrors.ERR_VALIDATION({
        fields: { [field]: t('Arquivo vazio', 'Empty file', 'Archivo vacío') },
      });
    }
    return { key, mime, name: cleanName(part.filename), size };
  }

  private async discard(files: readonly UploadedFile[]): Promise<void> {
    for (const { key } of files) {
      await this.storage
        .remove(key)
        .catch((error: unknown) => this.logger.warn({ msg: 'refused upload not removed', key, reason: String(error) }));
    }
  }
}

const jsonType = 'application/json';

/** Treats JSON fields as files, too, because the multipart parser would parse them itself, without limits. */
const isPartAFile = (_name?: string, type?: string, filename?: string): boolean =>
  filename !== undefined || type === 'application/octet-stream' || type?.startsWith(jsonType) === true;

/** The JSON fields of a form, which together have the limits of a JSON body. */
class JsonParts {
  private readonly texts: Record<string, string> = {};
  private bytes = 0;

  /** @throws 413 ERR_TOO_LARGE */
  async read({ fieldname, file }: MultipartFile): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of file as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      if (this.bytes > defaultBodyLimit) throw coreErrors.ERR_TOO_LARGE();
      chunks.push(chunk);
    }
    this.texts[fieldname] = Buffer.concat(chunks).toString('utf8');
  }

  /** @throws 400 ERR_VALIDATION */
  values(): Record<string, unknown> {
    try {
      return parseJsonParts(this.texts);
    } catch {
      throw coreErrors.ERR_VALIDATION();
    }
  }
}

const turnOf = (index: number, repeated: ReadonlyMap<string, readonly string[]>): Record<string, string> =>
  Object.fromEntries([...repeated].map(([name, values]) => [name, values[index] ?? '']));

/** Keeps the end of a long name, which has its extension; cuts by code point, so that surrogate pairs stay whole. */
const cleanName = (name = ''): string =>
  Array.from(name.replace(/[\p{Cc}\p{Cs}/\\]/gu, ''))
    .slice(-200)
    .join('') || 'arquivo';

/** Whether the form is invalid (a missing or too long boundary, a truncated part): these errors have no codes. */
const isUnreadableForm = (error: unknown): boolean =>
  error instanceof Error &&
  /^Multipart:|multipart data$|^The needle cannot|^Unsupported Content-Type/.test(error.message);
