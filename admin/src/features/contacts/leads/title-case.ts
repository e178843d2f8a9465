const linking = new Set('à ao aos às com da das de do dos em na nas no nos para por sem sob'.split(' '));
/** Forms of companies, which keep their capitals. */
const forms = new Set('LTDA EPP EIRELI MEI SPE SLU S.A. S/A S/S S/C'.split(' '));
/** Written in capitals where they end a name; elsewhere `me` is a word and `sa` a surname. */
const lastForms = new Set(['ME', 'SA', 'SS']);
const shortened = new Set('AV BR DR DRA ST STO SR SRA JR CJ QD LT BL'.split(' '));
const acronyms = new Set('GLP UTI TV DVD CD DVDS CDS VOIP TI EPI ECG EEG AIDS'.split(' '));
const roman = /^(?:X{0,3})(?:IX|IV|V?I{0,3})$/;

const isShouted = (text: string): boolean => text === text.toUpperCase();

/**
 * A name, street or place that is written in capitals as people write it; a text with small letters stays as it is.
 *
 * @example `titleCase('PADARIA DA ANA E FILHOS LTDA')` is `'Padaria da Ana e Filhos LTDA'`
 */
export function titleCase(text: string): string {
  if (!isShouted(text)) return text;
  const words = text.split(' ');
  return words
    .map((word, index) => {
      const bare = word.replace(/[,;.]+$/, '');
      const before = words[index - 1]?.toLowerCase() ?? '';
      if (forms.has(word) || forms.has(bare)) return word;
      if (lastForms.has(bare) && index > 0 && index === words.length - 1 && !linking.has(before)) return word;
      if (index > 0 && linking.has(word.toLowerCase())) return word.toLowerCase();
      // between two words, not the initial of a name
      if (word === 'E' && before.length > 1 && index < words.length - 1) return 'e';
      return staysShouted(bare) ? word : capitalised(word);
    })
    .join(' ');
}

/** Roman numbers, codes with digits, and abbreviations that have no vowel. */
const staysShouted = (word: string): boolean =>
  !shortened.has(word) &&
  ((word !== '' && roman.test(word)) || /\d/.test(word) || /^[B-DF-HJ-NP-TV-Z&.]{2,5}$/.test(word));

const capitalised = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[^\p{L}\p{M}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/**
 * A description that is written in capitals as a sentence.
 *
 * @example `sentenceCase('COMÉRCIO VAREJISTA DE BEBIDAS')` is `'Comércio varejista de bebidas'`
 */
export function sentenceCase(text: string): string {
  if (!isShouted(text)) return text;
  return text
    .toLowerCase()
    .replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase())
    .replace(/\p{L}+/gu, (word) => (acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word));
}
