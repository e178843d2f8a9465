import { ApiError } from '../providers/http';
import { i18nProvider } from '../providers/i18n-provider';

/** The sentence to show for whatever was thrown: the server's own, or 'Ocorreu um erro!'. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError || typeof error === 'string') {
    const text = typeof error === 'string' ? error : error.message;
    if (text) return text;
  }
  return i18nProvider.translate('app.error.unknown');
}
