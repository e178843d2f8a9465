const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];
/** Most user agents also name the browsers that they derive from, so the first match counts. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];

const nameOf = (names: typeof systems, text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** The device in the form 'Chrome · Windows', or the product of another client; null without a user agent. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const known = [nameOf(browsers, userAgent), nameOf(systems, userAgent)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(' · ') : (userAgent.split(/[\s/]/)[0] ?? null);
}
