/** Words around a choice that change nothing: "a opção 2, por favor", "quero vendas"; "n" and "no" refuse one. */
const fillers = new Set(
  `opcao op opcion option item numero number num nro alternativa a o as os la el the
  por favor porfavor pf pfv please obrigado obrigada gracias thanks quero quiero want i escolho`.split(/\s+/),
);

const numberWords: readonly (readonly string[])[] = [
  ['zero', 'cero'],
  ['um', 'uma', 'uno', 'una', 'one'],
  ['dois', 'duas', 'dos', 'two'],
  ['tres', 'three'],
  ['quatro', 'cuatro', 'four'],
  ['cinco', 'five'],
  ['seis', 'six'],
  ['sete', 'siete', 'seven'],
  ['oito', 'ocho', 'eight'],
  ['nove', 'nueve', 'nine'],
  ['dez', 'diez', 'ten'],
];
const numberOfWord = new Map(numberWords.flatMap((words, number) => words.map((word) => [word, number] as const)));

/** Customers write no more for a choice; longer texts are not read. */
const maxLength = 300;

/** Removes case, accents, emphasis and the characters that keyboards add to a digit; ３ and ① become digits. */
const plain = (text: string): string =>
  text
    .slice(0, maxLength)
    .replaceAll('🔟', '10')
    .replace(/\bn\.?[º°]/giu, 'nro ')
    .normalize('NFKD')
    .replace(/[*_~[\]]|\p{M}|[\u200b-\u200f\u2060\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** Removes emoji and punctuation also; a `$`, `%` or `+` makes a number something else than a choice. */
const wordsOf = (text: string): string[] =>
  plain(text)
    .replace(/(?=[^\d])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[°\p{P}]/gu, (mark) =>
      mark === '%' ? mark : ' ',
    )
    .split(/\s+/)
    .filter(Boolean);

const numberOf = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined;
  return /^\d{1,3}$/.test(word) ? Number(word) : numberOfWord.get(word);
};

/** The only title that passes; two alike are no choice. */
function only(titles: readonly string[], passes: (title: string) => boolean): number | undefined {
  const [index, another] = [...titles.keys()].filter((at) => passes(titles[at] ?? ''));
  return another === undefined ? index : undefined;
}

/** A number of the list, from 1; 0 leads one level up. */
export type Choice = { readonly index: number } | { readonly number: number } | undefined;

/**
 * What a customer chooses from a numbered list: by its label, with or without emoji, accents and words of politeness,
 * or by its number, also spelled or copied together with the label ("1 - Vendas", "*[ 1 ]* - Vendas", "Opção 1"). A label
 * comes first, as it may be a number itself.
 */
function read(text: string, titles: readonly string[]): Choice {
  const written = plain(text);
  if (written === '') return undefined;
  const exact = titles.findIndex((title) => plain(title) === written);
  if (exact !== -1) return { index: exact };
  const words = wordsOf(text);
  const said = words.filter((word) => !fillers.has(word));
  const same = (wanted: readonly string[]): number | undefined =>
    wanted.length === 0
      ? undefined
      : (only(titles, (title) => wordsOf(title).join(' ') === wanted.join(' ')) ??
        only(titles, (title) => meaning(title) === wanted.filter((word) => !fillers.has(word)).join(' ')));
  const [first, ...rest] = said;
  const copied = numberOf(first) !== undefined && rest.some((word) => numberOf(word) === undefined);
  const named = same(words) ?? (copied ? same(rest) : undefined);
  if (named !== undefined) return { index: named };
  const number = said.length === 1 ? numberOf(said[0]) : undefined;
  return number === undefined ? undefined : { number };
}

const meaning = (title: string): string =>
  wordsOf(title)
    .filter((word) => !fillers.has(word))
    .join(' ');

/** The index of the title that a text chooses; undefined: none of them. */
export function choiceOf(text: string, titles: readonly string[]): number | undefined {
  const choice = read(text, titles);
  if (choice === undefined) return undefined;
  const index = 'index' in choice ? choice.index : choice.number - 1;
  return index in titles ? index : undefined;
}

/** Whether a text that chooses none of the titles asks for the menu above (`0`) or the first one (`#`). */
export function menuStepOf(text: string, titles: readonly string[]): 'up' | 'main' | undefined {
  if (plain(text) === '#' && !titles.some((title) => plain(title) === '#')) return 'main';
  const choice = read(text, titles);
  return choice && 'number' in choice && choice.number === 0 ? 'up' : undefined;
}
