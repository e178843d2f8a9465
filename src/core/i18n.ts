/** Languages of the product; Portuguese is the default and the fallback. */
export const locales = ['pt', 'en', 'es'] as const;
export type Locale = (typeof locales)[number];

/** One text in every language of the product. */
export type Localized = Readonly<Record<Locale, string>>;

/** A text in Portuguese, English and Spanish; omitting a language is a compile error. */
export const t = (pt: string, en: string, es: string): Localized => ({ pt, en, es });

/** Replaces each `{{name}}` with the parameter of that name, in one pass, so that values are never expanded again. */
export function interpolate(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** The first supported language in an `Accept-Language` header, if any. */
export function parseAcceptLanguage(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.map((tag) => locales.find((locale) => locale === tag)).find((locale) => locale !== undefined);
}
