import { i18nProvider } from './i18n-provider';
import { currentLocale, type SessionUser, session } from './session';

export { session };

export interface ApiOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The answer is a file: its body is a Blob. */
  file?: boolean;
  /** Told of every piece of a file as it arrives. */
  onPiece?: (piece: Uint8Array, headers: Headers) => void;
}

interface UploadOptions {
  method?: 'POST' | 'PUT';
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

interface ErrorBody {
  error?: string;
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  params?: Record<string, unknown>;
}

/** A refused or failed call; `message` is a sentence in the user's language, ready to be shown. Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly fields: Record<string, string>;
  readonly params: Record<string, unknown>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly body: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
    const { fields, params } = asErrorBody(body);
    this.fields = fields ?? {};
    this.params = params ?? {};
  }
}

function asErrorBody(body: unknown): ErrorBody {
  return body !== null && typeof body === 'object' ? body : {};
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unreachable(): ApiError {
  return new ApiError(0, 'ERR_NETWORK', i18nProvider.translate('app.error.network'));
}

const plain = (body: unknown) =>
  typeof body === 'string' && body.length < 200 && !body.includes('<') ? body : undefined;

function refusal(reply: Reply): ApiError {
  const { error, code, message } = asErrorBody(reply.body);
  // a proxy between the browser and the server answers in words of its own, or with a page
  const words = message || error || plain(reply.body);
  return new ApiError(
    reply.status,
    code ?? 'ERR_INTERNAL',
    words || i18nProvider.translate('app.error.unknown'),
    reply.body,
  );
}

// These two make a session; the old one has no say in them.
const sessionless: readonly string[] = ['/auth/login', '/auth/refresh_token'];

function headersFor(path: string, extra: Record<string, string> | undefined): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': currentLocale(), ...extra };
  if (session.token && !sessionless.includes(path)) headers.Authorization = `Bearer ${session.token}`;
  return headers;
}

const HANDED_OVER = 4 * 1024 * 1024;

/** Hands the pieces over to the browser's own store of files every few megabytes, so that a large one does not fill the page's memory. */
async function fileOf(response: Response, onPiece: ApiOptions['onPiece']): Promise<Blob> {
  const reader = response.body?.getReader();
  // a browser may wait for ever to make a blob of what has no length yet
  if (!reader) return response.blob();
  const stored: Blob[] = [];
  let fresh: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onPiece?.(read.value, response.headers);
    fresh.push(read.value);
    size += read.value.length;
    if (size < HANDED_OVER) continue;
    stored.push(new Blob(fresh));
    fresh = [];
    size = 0;
  }
  return new Blob([...stored, ...fresh], { type: response.headers.get('content-type') ?? '' });
}

async function viaFetch(
  path: string,
  { method = 'GET', body, form, signal, headers, file, onPiece }: ApiOptions,
): Promise<Reply> {
  const all = headersFor(path, headers);
  if (body !== undefined) all['Content-Type'] = 'application/json';
  const payload = body !== undefined ? JSON.stringify(body) : form;
  try {
    const response = await fetch(path, { method, headers: all, body: payload, signal, credentials: 'same-origin' });
    const answer: unknown = file && response.ok ? await fileOf(response, onPiece) : parse(await response.text());
    return { status: response.status, headers: response.headers, body: answer };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

function viaXhr(path: string, form: FormData, options: UploadOptions): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const xhr = new XMLHttpRequest();
  xhr.open(options.method ?? 'POST', path);
  for (const [name, value] of Object.entries(headersFor(path, options.headers))) xhr.setRequestHeader(name, value);
  xhr.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0);
  xhr.onload = () => resolve({ status: xhr.status, headers: new Headers(), body: parse(xhr.responseText) });
  xhr.onerror = () => reject(unreachable());
  xhr.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
  const abort = () => xhr.abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  xhr.onloadend = () => options.signal?.removeEventListener('abort', abort);
  if (options.signal?.aborted) reject(new DOMException('Upload cancelled', 'AbortError'));
  else xhr.send(form);
  return promise;
}

let refreshing: Promise<void> | null = null;

async function renew(stale: string | null): Promise<void> {
  if (session.user && session.token !== null && session.token !== stale) return;
  const reply = await viaFetch('/auth/refresh_token', { method: 'POST' });
  if (reply.status >= 400) {
    const refused = refusal(reply);
    if (reply.status === 401 || reply.status === 403) session.end(refused.message);
    throw refused;
  }
  const { token, user } = reply.body as { token: string; user: SessionUser };
  session.start(token, user);
}

/**
 * Trades the refresh cookie for a new token, one tab at a time: a tab that waited finds the token already renewed.
 * @param stale the token that was refused; null asks for a renewal in any case.
 * @throws ApiError when the session is over (local session cleared) or the server was not reached.
 */
export function refreshSession(stale: string | null = session.token): Promise<void> {
  // Web Locks exist only on https and localhost; elsewhere one renewal per tab has to do.
  refreshing ??= (
    navigator.locks ? navigator.locks.request('atende-refresh', () => renew(stale)) : renew(stale)
  ).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

function expired(reply: Reply): boolean {
  return reply.status === 403 && asErrorBody(reply.body).code === 'ERR_SESSION_EXPIRED';
}

async function withSession(path: string, perform: () => Promise<Reply>): Promise<Reply> {
  let token = session.token;
  let reply = await perform();
  if (expired(reply)) {
    await refreshSession(token);
    token = session.token;
    reply = await perform();
  }
  if (reply.status < 400) return reply;
  const refused = refusal(reply);
  // A late refusal of an old token says nothing about the session that has begun since.
  if (reply.status === 401 && session.token === token && !sessionless.includes(path)) session.end(refused.message);
  throw refused;
}

/** One call of the API with its headers; most callers want {@link api}. */
export function request(path: string, options: ApiOptions = {}): Promise<Reply> {
  return withSession(path, () => viaFetch(path, options));
}

/**
 * Calls the API and answers the JSON body.
 * @throws ApiError with a message to show; an aborted call rejects with an AbortError.
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  return (await request(path, options)).body as T;
}

/** Sends a form with progress (0 to 1) under the same session rules as {@link api}. */
export async function apiUpload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return (await withSession(path, () => viaXhr(path, form, options))).body as T;
}

/** Has the browser save a file by that name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** Fetches a file under the session and has the browser save it. @throws ApiError */
export async function apiDownload(path: string, name: string): Promise<void> {
  saveFile(await api<Blob>(path, { file: true }), name);
}
