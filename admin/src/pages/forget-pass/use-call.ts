import { useNotify } from 'react-admin';
import { ApiError, type ApiOptions, api } from '../../providers/http';
import { errorText } from '../../shared/error-text';

type Outcome = { done: true } | { done: false; fields: Record<string, string> };

/** Calls the API and says how it went; what the server refuses is answered per field, for the inputs to show. */
export function useCall() {
  const notify = useNotify();
  return async (path: string, options: ApiOptions): Promise<Outcome> => {
    try {
      const { status, message } = await api<{ status: number; message: string }>(path, options);
      if (status === 404) {
        // an unknown e-mail: the specification has the status in the body only
        notify(message, { type: 'error' });
        return { done: false, fields: { email: message } };
      }
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
