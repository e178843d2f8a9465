import type { Client } from './client.js';

/** Where an odd value stands, and a body that has it there. */
export type MalformedField = readonly [name: string, body: (value: unknown) => object];

/** What no field expects. */
const oddValues: readonly unknown[] = [
  null,
  1e308,
  '',
  '\u0000',
  'x\ud800',
  'x'.repeat(5_000),
  [[[]]],
  JSON.parse('{"__proto__":{"a":1},"constructor":7}'),
];

/** Posts every odd value in every place; answers what was a failure of ours rather than accepted or refused. */
export async function serverErrorsOver(
  client: Client,
  path: string,
  places: readonly MalformedField[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const [place, body] of places) {
    for (const value of oddValues) {
      const { status } = await client.post(path, body(value));
      if (status >= 500) failures.push([place, value, status]);
    }
  }
  return failures;
}
