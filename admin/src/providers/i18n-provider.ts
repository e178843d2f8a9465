import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Locale, messages } from '../i18n';
import { preferences } from './preferences';
import { currentLocale } from './session';

const htmlLanguages: Record<Locale, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

function isLocale(value: string): value is Locale {
  return value in messages;
}

const polyglot = polyglotI18nProvider(
  (locale) => messages[isLocale(locale) ? locale : 'pt'],
  currentLocale(),
  [
    { locale: 'pt', name: 'Português' },
    { locale: 'en', name: 'English' },
    { locale: 'es', name: 'Español' },
  ],
  { allowMissing: !import.meta.env.DEV },
);

document.documentElement.lang = htmlLanguages[currentLocale()];

export const i18nProvider = {
  ...polyglot,
  async changeLocale(locale: string) {
    if (!isLocale(locale)) return;
    // the language of the account needs no preference
    if (locale !== currentLocale()) preferences.language.set(locale);
    document.documentElement.lang = htmlLanguages[locale];
    await polyglot.changeLocale(locale);
  },
};
