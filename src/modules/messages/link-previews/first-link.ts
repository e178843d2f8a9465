/** Longer addresses are no page that anybody wrote down, and would not fit into an index. */
const longest = 2_000;
/** A link is looked for in so many characters at the beginning of a text: what a provider carries in one message. */
const searched = 4_096;

/** The first http or https address of a text in its canonical form, by which its preview is kept; null without one. */
export function firstLink(text: string): string | null {
  const beginning = text.slice(0, searched + longest);
  for (const { 0: found, index } of beginning.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/giu)) {
    const address = index > searched || found.length > longest ? '' : trimmed(found);
    if (!URL.canParse(address)) continue;
    const { href, username, password } = new URL(address);
    if (username === '' && password === '' && href.length <= longest) return href;
  }
  return null;
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** What ends a sentence does not belong to the address before it, nor does a mark that ends its bold or italics. */
function trimmed(address: string): string {
  let unopened = count(address, ')') - count(address, '(');
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return address.slice(0, end);
}
