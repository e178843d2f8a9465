/** Longer addresses would exceed the size limit of an index entry. */
const maxUrlLength = 2_000;
/** Length limit of a message. */
const maxScannedLength = 4_096;

/** The first http or https address of a text in its canonical form, the key of its preview; null without one. */
export function firstLink(text: string): string | null {
  const head = text.slice(0, maxScannedLength + maxUrlLength);
  for (const { 0: found, index } of head.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/giu)) {
    const address = index > maxScannedLength || found.length > maxUrlLength ? '' : trimTrailingPunctuation(found);
    if (!URL.canParse(address)) continue;
    const { href, username, password } = new URL(address);
    if (username === '' && password === '' && href.length <= maxUrlLength) return href;
  }
  return null;
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** Removes punctuation at the end of a sentence, and WhatsApp's formatting characters. */
function trimTrailingPunctuation(address: string): string {
  let unmatched = count(address, ')') - count(address, '(');
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unmatched > 0) unmatched -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return address.slice(0, end);
}
