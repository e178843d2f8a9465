/** Limits of a body, beside its size in bytes. */
export interface JsonLimits {
  /** Names of members, in all objects together. */
  readonly keys: number;
  /** Values, in all arrays and objects together. */
  readonly nodes: number;
  readonly depth: number;
}

/** More than any form has; such a body is transformed and validated within a few milliseconds. */
export const formLimits: JsonLimits = { keys: 2_000, nodes: 10_000, depth: 50 };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openers = [0x5b, 0x7b];
const closers = [0x5d, 0x7d];

/**
 * Whether JSON stays within the limits, counted in one pass over its bytes: parsing megabytes of `[[],[],…]` already
 * blocks the process. Whether it is valid JSON is left to the parser.
 */
export function isWithinJsonLimits(json: Uint8Array, { keys, nodes, depth }: JsonLimits): boolean {
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

/** Parses JSON. @throws SyntaxError when it is invalid, or beyond the limits */
export function parseJson(text: string): unknown {
  if (!isWithinJsonLimits(Buffer.from(text), formLimits)) throw new SyntaxError('more JSON than a form has');
  return JSON.parse(text);
}
