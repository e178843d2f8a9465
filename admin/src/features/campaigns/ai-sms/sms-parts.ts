export const MAX_SMS = 160;

/** The alphabet of GSM 03.38; those of the extension take two places. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€\f';

const sizes = { gsm: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const;

/** In how many parts a text is sent and paid; `unicode`: a character like ã leaves 70 to a part. */
export function smsParts(text: string): { parts: number; unicode: boolean } {
  const unicode = [...text].some((char) => !BASIC.includes(char) && !EXTENDED.includes(char));
  const length = unicode ? text.length : [...text].reduce((sum, char) => sum + (EXTENDED.includes(char) ? 2 : 1), 0);
  const { single, joined } = sizes[unicode ? 'unicode' : 'gsm'];
  return { parts: length <= single ? 1 : Math.ceil(length / joined), unicode };
}
