import { useNotify } from 'react-admin';
import { ApiError, type ApiOptions, api } from '../../providers/http';
import { errorText } from '../../shared/error-text';

type Outcome = { done: true } | { done: false; fields: Record<string, string> };

/** Calls the API and says how it went; what the server refuses is answered per field, for the inputs to show. */
export function useCall() {
  const notify = useNotify();
  return async (path: string, options: ApiOptions): Promise<Outcome> => {
    try {
      const { message } = await api<{ message: string }>(path, options);
      notify(message, { type: 'success' });
      return { done: true };
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return { done: false, fields: error instanceof ApiError ? error.fields : {} };
    }
  };
}

/** Has a code sent to this address. */
export function useSendCode() {
  const call = useCall();
  return (email: string) => call(`/forgetpassword/${encodeURIComponent(email)}`, { method: 'POST' });
}
