import { ApiError } from '../../../providers/http';
import { i18nProvider } from '../../../providers/i18n-provider';
import { currentLocale } from '../../../providers/session';

export interface CallAnswer {
  status: number;
  body: unknown;
  /** What is wrong with the inputs, by their names. */
  fields?: Record<string, string>;
}

interface CallInput {
  number: string;
  body: string;
  files?: readonly File[];
}

/** A form where there are files, else JSON. */
function encoded({ files, ...texts }: CallInput): Pick<RequestInit, 'headers' | 'body'> {
  if (!files) return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(texts) };
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) if (value) form.append(name, value);
  for (const file of files) form.append('medias', file, file.name);
  return { headers: {}, body: form };
}

/**
 * Calls the public API as a program does. Not by the session's client, which would take the refusal of a wrong token for
 * the end of the session. @throws ApiError when the server is not reached
 */
export async function callWithToken(path: string, token: string, input: CallInput): Promise<CallAnswer> {
  const { headers, body } = encoded(input);
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { ...headers, Authorization: `Bearer ${token.trim()}`, 'Accept-Language': currentLocale() },
      ...(body === undefined ? {} : { body }),
    });
    const answer = (await response.json()) as { fields?: Record<string, string> };
    return { status: response.status, body: answer, ...(answer.fields && { fields: answer.fields }) };
  } catch {
    throw new ApiError(0, 'ERR_NETWORK', i18nProvider.translate('app.error.network'));
  }
}
