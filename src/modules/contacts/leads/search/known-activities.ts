import { activityWords } from './activity-words.js';
import { stem, stemsOf, tellingWords } from './word-stems.js';

/** Beginnings of CNAE codes, the most wanted first. */
type Codes = readonly string[];

interface Phrase {
  readonly stems: readonly string[];
  readonly codes: Codes;
}

const keyOf = (stems: readonly string[]): string => stems.toSorted().join(' ');

const phrases: readonly Phrase[] = activityWords.flatMap(([codes, words]) =>
  words.split(', ').map((text) => ({ stems: stemsOf(text), codes: codes.split(' ') })),
);
const byStems = Map.groupBy(phrases, ({ stems }) => keyOf(stems));

/**
 * The CNAE codes of a text in the words of people. `named`: the whole text is known; `similar`: known words in it, or
 * those that begin like its last one.
 * @example `knownActivities('Padarias').named` is `['4721102', '1091102']`
 */
export function knownActivities(text: string): { readonly named: Codes; readonly similar: Codes } {
  const stems = stemsOf(text);
  if (stems.length === 0) return { named: [], similar: [] };
  const named = codesOf(byStems.get(keyOf(stems)) ?? []);
  if (named.length > 0) return { named, similar: [] };
  const inside = phrases.filter((phrase) => isWithin(phrase.stems, stems));
  // the first word tells the most: a seguro de carro is an insurance
  const first = stems.find((each) => inside.some((phrase) => phrase.stems.includes(each)));
  const about = inside.filter((phrase) => first !== undefined && phrase.stems.includes(first));
  const longest = Math.max(...about.map((phrase) => phrase.stems.length));
  const found = about.filter((phrase) => phrase.stems.length === longest);
  return { named, similar: codesOf(found.length > 0 ? found : begunBy(text)) };
}

/** A search names at most so many activities. */
const maxListed = 10;

/**
 * The activities that a text lists. Around an `e` both have to be known, because it also stands in the name of one.
 * @example `listedActivities('padaria e farmácia, dentista')` is `['padaria', 'farmácia', 'dentista']`
 */
export function listedActivities(text: string): readonly string[] {
  const isNamed = (part: string): boolean => knownActivities(part).named.length > 0;
  const parts = partsOf(text, /[,;/|\n]+|\sou\s/i).flatMap((part) => {
    const joined = partsOf(part, /\se\s|[&+]/i);
    return !isNamed(part) && joined.every(isNamed) ? joined : [part];
  });
  return parts.slice(0, maxListed);
}

const partsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => stemsOf(part).length > 0);

/** Phrases with the words of the text, of which the last one may be unfinished. */
function begunBy(text: string): Phrase[] {
  const words = tellingWords(text);
  const last = words.pop() ?? '';
  if (last.length < 3) return [];
  const before = words.map(stem);
  return phrases.filter(({ stems }) => isWithin(before, stems) && stems.some((each) => each.startsWith(last)));
}

const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((each) => whole.includes(each));

const codesOf = (found: readonly Phrase[]): Codes => [...new Set(found.flatMap(({ codes }) => codes))];
