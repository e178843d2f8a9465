import type { Client } from './client.js';

/** A place of a malformed value, and a body with the value there. */
export type MalformedField = readonly [name: string, body: (value: unknown) => object];

/** Values that no field expects. */
const malformedValues: readonly unknown[] = [
  null,
  1e308,
  '',
  '\u0000',
  'x\ud800',
  'x'.repeat(5_000),
  [[[]]],
  JSON.parse('{"__proto__":{"a":1},"constructor":7}'),
];

/** Posts every malformed value in every place. @returns the responses that are neither accepted nor refused (5xx) */
export async function serverErrorsOver(
  client: Client,
  path: string,
  places: readonly MalformedField[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const [place, body] of places) {
    for (const value of malformedValues) {
      const { status } = await client.post(path, body(value));
      if (status >= 500) failures.push([place, value, status]);
    }
  }
  return failures;
}
