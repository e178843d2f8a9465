/** Marks with which templates of models divide roles, as `<|im_start|>` and `[INST]`; in a text they are only characters. */
const roleMark = /<\|(?=[\w▁])|\|>|\[(?=\/?INST\])|<(?=\/?s>)/g;

/** A text of a stranger that begins no other role for a model. */
export const inRole = (text: string): string => text.replace(roleMark, (mark) => [...mark].join(' '));

/** A text of a stranger as one line of something longer, so that it cannot write lines of its own. */
export const oneLine = (text: string, maxLength = 4_000): string =>
  inRole(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

const maxName = 60;

/** A name in quotes: it cannot end them. */
export const quotedName = (name: string): string => `"${oneLine(name, maxName).replaceAll('"', "'")}"`;
