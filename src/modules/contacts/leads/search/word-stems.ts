const linking = new Set('a ao as com da das de do dos e em na nas no nos o os para por um uma'.split(' '));

const plurals: readonly (readonly [RegExp, string])[] = [
  [/(?:oes|aes)$/, 'ao'],
  [/([aeo])is$/, '$1l'],
  [/([rsz])es$/, '$1'],
  [/([^s])s$/, '$1'],
];

/** Not the feminine of banco, pedreiro and quadro. */
const feminine = new Set(['banca', 'pedreira', 'quadra']);
/** Stems that mean the same beside another word. */
const same: Readonly<Record<string, string>> = {
  aul: 'curs',
  professor: 'curs',
  locacao: 'aluguel',
  manutencao: 'consert',
  repar: 'consert',
  assistenci: 'consert',
};

/** The words of a Portuguese text without accents and without articles and prepositions. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !linking.has(word));

/** One form for plural and gender of a word of {@link wordsOf}: `advogadas` and `advogado` are `advogad`. */
export function stem(word: string): string {
  const own = ownStem(word);
  return same[own] ?? own;
}

function ownStem(word: string): string {
  if (word.length < 4) return word;
  const [pattern, ending = ''] = plurals.find(([each]) => each.test(word)) ?? [];
  const singular = pattern ? word.replace(pattern, ending) : word;
  // salão is not sala, and consultório not consultoria
  if (singular.length < 4 || /(?:ao|orio)$/.test(singular) || feminine.has(singular)) return singular;
  return singular.replace(/[ao]$|(?<=[rsz])e$/, '').replace(/n$/, 'm');
}

/** Stems of words that say nothing about an activity when others do. */
const general = new Set(
  wordsOf('loja empresa firma serviço comércio clínica consultório escritório estúdio autônomo').map(stem),
);

/** The words of a text that tell of an activity; all of them if none does. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !general.has(stem(word)));
  return telling.length > 0 ? telling : words;
}

/** The stems of these words, each once. */
export const stemsOf = (text: string): string[] => [...new Set(tellingWords(text).map(stem))];
