import { parse as parseForm } from 'node:querystring';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { coreErrors } from '../errors/core-errors.js';
import { formLimits, isWithinJsonLimits, type JsonLimits } from './json-limits.js';

/** Bytes of a body, unless its route says more. */
export const defaultBodyLimit = 64 * 1024;

interface BodyRules {
  /** Largest body that is not a form with files, in bytes. */
  readonly bodyLimit?: number;
  readonly json?: JsonLimits;
  /** Forms with files have the limits of the multipart parser instead. */
  readonly acceptsFiles?: boolean;
}

/** The route takes JSON of more than 64 kB, and of more values where `json` says so. */
export const BodyLimit = (bytes: number, json: JsonLimits = formLimits) =>
  RouteConfig({ bodyLimit: bytes, json } satisfies BodyRules);

/** The route takes forms with files. */
export const AcceptsFiles = () => RouteConfig({ acceptsFiles: true } satisfies BodyRules);

/** The limits that the route of a request declares. */
export const bodyRulesOf = (request: FastifyRequest): BodyRules => request.routeOptions.config as BodyRules;

/** Applies the declared body limits to routes registered from now on. */
export function applyBodyLimits(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as BodyRules;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}

/** Rejects a body by its Content-Length, before it is read. @throws 413 ERR_TOO_LARGE */
export async function rejectLargeBody(request: FastifyRequest): Promise<void> {
  const { bodyLimit = defaultBodyLimit } = request.routeOptions;
  if (!(Number(request.headers['content-length']) > bodyLimit)) return;
  const form = request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data');
  if (!(form && bodyRulesOf(request).acceptsFiles)) throw coreErrors.ERR_TOO_LARGE();
}

/** Body parsers that reject more values than a form has, before anything traverses them. */
export function registerBodyParsers(app: NestFastifyApplication): void {
  const instance = app.getHttpAdapter().getInstance();
  const parse = instance.getDefaultJsonParser('error', 'error');
  app.useBodyParser<RawServerDefault>('application/json', {}, (request, body, done) => {
    if (!isWithinJsonLimits(body, bodyRulesOf(request).json ?? formLimits)) return done(coreErrors.ERR_VALIDATION());
    return parse(request, body.toString('utf8'), done);
  });
  app.useBodyParser('application/x-www-form-urlencoded', {}, (_request, body, done) => {
    const text = body.toString('utf8');
    if (text.split('&', formLimits.keys + 1).length > formLimits.keys) return done(coreErrors.ERR_VALIDATION());
    return done(null, { ...parseForm(text, '&', '=', { maxKeys: formLimits.keys }) });
  });
}
