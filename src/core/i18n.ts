/** Languages of the product; Portuguese is the default and the fallback. */
export const locales = ['pt', 'en', 'es'] as const;
export type Locale = (typeof locales)[number];

/** One text in every language of the product. */
export type Localized = Readonly<Record<Locale, string>>;

/** A text in Portuguese, English and Spanish; leaving one out does not compile. */
export const t = (pt: string, en: string, es: string): Localized => ({ pt, en, es });

/** Replaces `{{name}}` by the parameter of that name, in one pass, so that a value is never expanded again. */
export function interpolate(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** The best supported language of an `Accept-Language` header, if any. */
export function parseAcceptLanguage(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.map((tag) => locales.find((locale) => locale === tag)).find((locale) => locale !== undefined);
}
