import type { TranslationMessages } from 'react-admin';
import * as en from './en/index';
import * as es from './es/index';
import * as pt from './pt/index';

export type Locale = 'pt' | 'en' | 'es';

/** A key that only some of the languages have does not compile. */
type Texts = TranslationMessages & typeof pt & typeof en & typeof es;

export const messages: Record<Locale, Texts> = { pt, en, es };
