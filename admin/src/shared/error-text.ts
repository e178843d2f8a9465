import { useNotify } from 'react-admin';
import { ApiError } from '../providers/http';
import { i18nProvider } from '../providers/i18n-provider';

/** The message to show for whatever was thrown: the server's own, or 'Ocorreu um erro!'. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError || typeof error === 'string') {
    const text = typeof error === 'string' ? error : error.message;
    if (text) return text;
  }
  return i18nProvider.translate('app.error.unknown');
}

/** Shows whatever was thrown as a toast. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => notify(errorText(error), { type: 'error' });
}
