/** Longer than any opt-out word together with words of politeness. */
const maxLength = 100;

const politeWords = new Set(
  `por favor pf pfv pfvr porfa porfavor gentileza obrigado obrigada obrigados obg brigado brigada muito grato grata
  agradeco oi ola bom boa dia tarde noite
  please pls plz thanks thank thx you hi hello kindly
  gracias muchas hola buenos buenas dias tardes noches`.split(/\s+/),
);

/** The words of a text in lower case, without accents, punctuation and emoji. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether a text consists of an opt-out word and nothing else but punctuation, emoji and words of politeness: true for
 * "SAIR 🙏" and "Sair, por favor", false for "quero sair com vocês".
 * @param setting the company's opt-out words, separated by commas
 */
export function isOptOut(text: string, setting: string): boolean {
  if (text.length > maxLength) return false;
  const said = wordsOf(text);
  return setting.split(',').some((entry) => {
    const wanted = wordsOf(entry);
    if (wanted.length === 0) return false;
    const at = said.findIndex((_, start) => wanted.every((word, index) => said[start + index] === word));
    return at !== -1 && said.toSpliced(at, wanted.length).every((word) => politeWords.has(word));
  });
}
