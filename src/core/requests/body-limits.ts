import { parse as parseForm } from 'node:querystring';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { coreErrors } from '../errors/core-errors.js';

/** The limits of a body, in addition to its size in bytes. */
interface JsonLimits {
  /** The number of member names, in all objects together. */
  readonly keys: number;
  /** The number of values, in all arrays and objects together. */
  readonly nodes: number;
  readonly depth: number;
}

/** No form has more than this; such a body is transformed and validated within a few milliseconds. */
const formLimits: JsonLimits = { keys: 2_000, nodes: 10_000, depth: 50 };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openers = [0x5b, 0x7b];
const closers = [0x5d, 0x7d];

/**
 * Whether JSON stays within the limits, counted in one pass over its bytes, because just parsing megabytes of
 * `[[],[],…]` blocks the process. Whether the JSON is valid is left to the parser.
 */
function isWithinJsonLimits(json: Uint8Array, { keys, nodes, depth }: JsonLimits): boolean {
  let members = 0;
  let values = 1;
  let level = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma) values += 1;
    else if (byte === colon) members += 1;
    else if (byte === openers[0] || byte === openers[1]) {
      values += 1;
      level += 1;
    } else if (byte === closers[0] || byte === closers[1]) level -= 1;
    if (values > nodes || members > keys || level > depth) return false;
  }
  return true;
}

/** Parses JSON. @throws SyntaxError when it is invalid, or exceeds the limits */
export const parseJson = (text: string): unknown => parseJsonParts({ text })['text'];

/**
 * Parses several JSON texts that share the limits of one body; all are counted before the first is parsed.
 * @throws SyntaxError when one is invalid, or together they exceed the limits
 */
export function parseJsonParts(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const all = Buffer.from(Object.values(texts).join());
  if (!isWithinJsonLimits(all, formLimits)) throw new SyntaxError('more JSON than a form has');
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text, refusePrototypes)]));
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new SyntaxError(`${key} is no member of a form`);
  return value;
}

/** The largest body in bytes, unless its route sets another limit. */
export const defaultBodyLimit = 64 * 1024;

interface BodyRules {
  /** The largest body in bytes, except for forms with files. */
  readonly bodyLimit?: number;
  readonly json?: JsonLimits;
  /** Forms with files have the limits of the multipart parser instead. */
  readonly acceptsFiles?: boolean;
}

/** The route takes JSON up to this size instead of 64 kB, and up to more values if `json` says so. */
export const BodyLimit = (bytes: number, json: JsonLimits = formLimits) =>
  RouteConfig({ bodyLimit: bytes, json } satisfies BodyRules);

/** The route takes forms with files. */
export const AcceptsFiles = () => RouteConfig({ acceptsFiles: true } satisfies BodyRules);

/** The limits that the route of a request declares. */
export const bodyRulesOf = (request: FastifyRequest): BodyRules => request.routeOptions.config as BodyRules;

/** Applies the declared body limits to routes that are registered from now on. */
export function applyBodyLimits(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as BodyRules;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}

/** Refuses a body by its Content-Length, before it is read. @throws 413 ERR_TOO_LARGE */
export async function rejectLargeBody(request: FastifyRequest): Promise<void> {
  const { bodyLimit = defaultBodyLimit } = request.routeOptions;
  if (!(Number(request.headers['content-length']) > bodyLimit)) return;
  const form = request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data');
  if (!(form && bodyRulesOf(request).acceptsFiles)) throw coreErrors.ERR_TOO_LARGE();
}

/** Registers body parsers that refuse too many values before anything traverses them. */
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
