/** Longer addresses are no page that anybody wrote down, and would not fit into an index. */
const longest = 2_000;

/** The first http or https address of a text in its canonical form, by which its preview is kept; null without one. */
export function firstLink(text: string): string | null {
  for (const [found] of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/giu)) {
    const address = found.length > longest ? '' : trimmed(found);
    if (!URL.canParse(address)) continue;
    const { href, username, password } = new URL(address);
    if (username === '' && password === '' && href.length <= longest) return href;
  }
  return null;
}

/** What ends a sentence does not belong to the address before it, nor does a mark that ends its bold or italics. */
function trimmed(address: string): string {
  const text = address.replace(/[.,;:!?*_~]+$/, '');
  const open = text.split('(').length;
  return text.endsWith(')') && text.split(')').length > open ? trimmed(text.slice(0, -1)) : text;
}
