import { readdirSync, readFileSync } from 'node:fs';
import { Random } from './graph-simulator/random.js';

/** Another seed searches elsewhere: FUZZ_SEED=7 npm test -- test/contracts/parsers.spec.ts */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

/** Files of a folder of test/fixtures. */
export const corpus = (folder: string): Buffer[] =>
  readdirSync(`test/fixtures/${folder}`).map((name) => readFileSync(`test/fixtures/${folder}/${name}`));

const oddValues: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    9_007_199_254_740_992,
    253_402_300_800_000,
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    '9'.repeat(400),
  ],
  ...['\u0000', 'a\u0000b', '\ud800', 'x'.repeat(5_000), '😊'.repeat(200), '__proto__', 'constructor', [], {}, [[[]]]],
  JSON.parse('{"__proto__":{"a":1},"constructor":7}'),
  Array.from({ length: 14 }).reduce((inner) => [inner], 'deep'),
];

const oddPieces: readonly string[] = [
  ...[
    '\u0000',
    '\ufeff',
    '\ud800',
    '\r',
    '\n',
    '\r\n',
    '\t',
    '"',
    '""',
    ';',
    ',',
    "'",
    '\\',
    ':',
    ' ',
    '\u2028',
    '😊',
    '\u202e',
  ],
  ...[
    '*',
    '_',
    '~',
    '```',
    '*_~',
    '(',
    ')',
    '@',
    'https://',
    'javascript:',
    'mailto:',
    'www.',
    'tel:',
    '/tickets/',
    '<b>',
  ],
  ...[
    'BEGIN:VCARD',
    'END:VCARD',
    'FN:',
    'TEL:',
    'item1.',
    '=CMD()',
    'nome',
    'telefone',
    '9'.repeat(300),
    'x'.repeat(3_000),
    `x${'😊'.repeat(700)}`,
  ],
];

/** Changes valid inputs at random; the same seed and purpose give the same ones. */
export class Mutations {
  private readonly random: Random;

  constructor(purpose: string) {
    this.random = new Random(seed).fork(purpose);
  }

  /** A copy with one to four members replaced, removed, repeated or taken from elsewhere in it. */
  json<T>(value: T): T {
    const copy = structuredClone(value);
    for (let times = this.below(4); times >= 0; times -= 1) this.changeMember(copy);
    return copy;
  }

  /** A copy with one to eight pieces inserted, removed or repeated. */
  text(value: string): string {
    let text = value;
    for (let times = this.below(8); times >= 0; times -= 1) {
      const [from, length] = [this.below(text.length + 1), this.below(20)];
      const piece = this.random.chance(0.5)
        ? this.pick(oddPieces)
        : text.slice(from, from + length).repeat(this.below(50));
      text = text.slice(0, from) + piece + text.slice(from + (this.random.chance(0.5) ? length : 0));
    }
    return text;
  }

  /** As {@link text}, or bytes that are no text. */
  bytes(value: Buffer): Buffer {
    if (this.random.chance(0.7)) return Buffer.from(this.text(value.toString('utf8')));
    const copy = Buffer.from(value);
    for (let times = this.below(8); times >= 0; times -= 1) copy[this.below(copy.length)] = this.below(256);
    return copy;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  private below(limit: number): number {
    return Math.floor(this.random.next() * limit);
  }

  private changeMember(root: unknown): void {
    const members: { readonly owner: Record<string, unknown>; readonly key: string }[] = [];
    const collect = (owner: unknown): void => {
      if (typeof owner !== 'object' || owner === null) return;
      for (const key of Object.keys(owner)) {
        members.push({ owner: owner as Record<string, unknown>, key });
        collect((owner as Record<string, unknown>)[key]);
      }
    };
    collect(root);
    if (members.length === 0) return;
    const { owner, key } = this.pick(members);
    const other = this.pick(members);
    if (this.random.chance(0.6)) owner[key] = structuredClone(this.pick(oddValues));
    else if (this.random.chance(0.4)) delete owner[key];
    else if (Array.isArray(owner)) owner.push(structuredClone(owner[Number(key)]));
    else owner[key] = structuredClone(other.owner[other.key]);
  }
}
