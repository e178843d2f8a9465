import { i18nProvider } from './i18n-provider';
import { relativeMedia } from './media-addresses';
import { currentLocale, type SessionUser, session } from './session';

export interface ApiOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Whether the body of the response is a file, returned as a Blob. */
  file?: boolean;
  /** Called with every chunk of a file. */
  onChunk?: (chunk: Uint8Array, headers: Headers) => void;
}

interface UploadOptions {
  method?: 'POST' | 'PUT';
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

interface ApiResponse {
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

/** A failed request; `message` is in the user's language. Status 0: the server was not reached. */
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
    return relativeMedia(JSON.parse(text));
  } catch {
    return text;
  }
}

function unreachable(): ApiError {
  return new ApiError(0, 'ERR_NETWORK', i18nProvider.translate('app.error.network'));
}

const shortText = (body: unknown) =>
  typeof body === 'string' && body.length < 200 && !body.includes('<') ? body : undefined;

function errorOf(response: ApiResponse): ApiError {
  const { error, code, message } = asErrorBody(response.body);
  // a proxy may answer with a text of its own, or with a page
  const text = message || error || shortText(response.body);
  return new ApiError(
    response.status,
    code ?? 'ERR_INTERNAL',
    text || i18nProvider.translate('app.error.unknown'),
    response.body,
  );
}

// These two start a session and ignore the old one.
const sessionless: readonly string[] = ['/auth/login', '/auth/refresh_token'];

function headersFor(path: string, extra: Record<string, string> | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': currentLocale(),
    // other clients get more with some records than these screens read
    'X-Client': 'atende',
    ...extra,
  };
  if (session.token && !sessionless.includes(path)) headers.Authorization = `Bearer ${session.token}`;
  return headers;
}

const BLOB_BYTES = 4 * 1024 * 1024;

/** Moves the chunks into Blobs every few megabytes, which the browser keeps outside of the page's memory. */
async function readFile(response: Response, onChunk: ApiOptions['onChunk']): Promise<Blob> {
  const reader = response.body?.getReader();
  // response.blob() may hang on a streamed body without a length
  if (!reader) return response.blob();
  const stored: Blob[] = [];
  let fresh: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onChunk?.(read.value, response.headers);
    fresh.push(read.value);
    size += read.value.length;
    if (size < BLOB_BYTES) continue;
    stored.push(new Blob(fresh));
    fresh = [];
    size = 0;
  }
  return new Blob([...stored, ...fresh], { type: response.headers.get('content-type') ?? '' });
}

async function viaFetch(
  path: string,
  { method = 'GET', body, form, signal, headers, file, onChunk }: ApiOptions,
): Promise<ApiResponse> {
  const all = headersFor(path, headers);
  if (body !== undefined) all['Content-Type'] = 'application/json';
  const payload = body !== undefined ? JSON.stringify(body) : form;
  try {
    const response = await fetch(path, { method, headers: all, body: payload, signal, credentials: 'same-origin' });
    const answer: unknown = file && response.ok ? await readFile(response, onChunk) : parse(await response.text());
    return { status: response.status, headers: response.headers, body: answer };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

function viaXhr(path: string, form: FormData, options: UploadOptions): Promise<ApiResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
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
  const response = await viaFetch('/auth/refresh_token', { method: 'POST' });
  if (response.status >= 400) {
    const error = errorOf(response);
    if (response.status === 401 || response.status === 403) session.end(error.message);
    throw error;
  }
  const { token, user } = response.body as { token: string; user: SessionUser };
  leaving = session.support;
  session.start(token, user);
  assertSameSession();
}

let leaving = false;

/** The own session again: what was asked for as the manager of a company is not repeated. */
function assertSameSession(): void {
  if (!leaving) return;
  window.location.assign(supportOrigin);
  throw new ApiError(401, 'ERR_SESSION_EXPIRED', i18nProvider.translate('platform.support.over'));
}

/** Where super-admins enter companies, and come back to. */
export const supportOrigin = '/admin/companies';

/** The session with its user as it is now; one of the platform's support cannot be renewed and goes on as it is. */
export async function restoreSession(): Promise<void> {
  if (!session.support) return refreshSession();
  const user = await api<SessionUser>('/auth/me');
  if (session.token) session.start(session.token, user);
}

/**
 * Renews the token by the refresh cookie, in one tab at a time: the others find it already renewed.
 * @param stale the token that was refused; null renews in any case.
 * @throws ApiError when the session is over (local session cleared) or the server was not reached.
 */
export function refreshSession(stale: string | null = session.token): Promise<void> {
  // Web Locks exist only on https and localhost; elsewhere each tab renews by itself.
  refreshing ??= (
    navigator.locks ? navigator.locks.request('atende-refresh', () => renew(stale)) : renew(stale)
  ).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

function expired(response: ApiResponse): boolean {
  return response.status === 403 && asErrorBody(response.body).code === 'ERR_SESSION_EXPIRED';
}

async function withSession(path: string, perform: () => Promise<ApiResponse>): Promise<ApiResponse> {
  let token = session.token;
  let response = await perform();
  if (expired(response)) {
    await refreshSession(token);
    assertSameSession();
    token = session.token;
    response = await perform();
  }
  if (response.status < 400) return response;
  const error = errorOf(response);
  // a late 401 for an old token does not end the new session
  if (response.status === 401 && session.token === token && !sessionless.includes(path)) {
    if (session.support) {
      // the own session goes on when that of the company ends
      await refreshSession(token);
      assertSameSession();
    }
    session.end(error.message);
  }
  throw error;
}

/** Calls the API and returns the response with its headers; most callers use {@link api}. */
export function request(path: string, options: ApiOptions = {}): Promise<ApiResponse> {
  return withSession(path, () => viaFetch(path, options));
}

/**
 * Calls the API and returns the JSON body.
 * @throws ApiError with a message to show; an aborted call rejects with an AbortError.
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  return (await request(path, options)).body as T;
}

/** Uploads a form with progress (0 to 1), with the session of {@link api}. */
export async function apiUpload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return (await withSession(path, () => viaXhr(path, form, options))).body as T;
}

/** Saves what an address of this site has by the browser's download. */
export function saveAddress(address: string, name: string): void {
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
}

/** Saves a file by the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveAddress(address, name);
  URL.revokeObjectURL(address);
}

/** Downloads a file with the session. @throws ApiError */
export async function apiDownload(path: string, name: string): Promise<void> {
  saveFile(await api<Blob>(path, { file: true }), name);
}
