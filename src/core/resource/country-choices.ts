import { getCountries } from 'libphonenumber-js/min';
import { type Localized, t } from '../i18n.js';

const names = (['pt', 'en', 'es'] as const).map((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
const nameOf = (code: string): Localized => {
  const [pt = code, en = code, es = code] = names.map((each) => each.of(code));
  return t(pt, en, es);
};

/** The countries whose numbers can be read, for a {@link Choice}, by their Portuguese names. */
export const countryChoices = getCountries()
  .map((value) => ({ value: value as string, label: nameOf(value) }))
  .toSorted((a, b) => a.label.pt.localeCompare(b.label.pt, 'pt'));
