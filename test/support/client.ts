import { LiveSocket } from './live-socket.js';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** The body of an error response (behaviour.md §1). */
export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly statusCode: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

export interface SignedInUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: string;
  readonly super: boolean;
  readonly companyId: number;
  readonly company: { readonly id: number; readonly name: string; readonly dueDate: string | null };
  readonly queues: readonly { readonly id: number; readonly name: string; readonly color: string }[];
}

export interface RequestOptions {
  /** JSON, a form, or text that is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP client of one account, with its token and cookie. */
export class Client {
  token: string | undefined;
  /** The refresh token. */
  cookie: string | undefined;
  user: SignedInUser | undefined;
  private readonly sockets: LiveSocket[] = [];

  /** @param check throws where an answer is not what the OpenAPI document says */
  constructor(
    readonly url: string,
    private readonly check?: (method: string, url: string, answer: Answer<unknown>) => void,
  ) {}

  get id(): number {
    return this.me.id;
  }

  get me(): SignedInUser {
    if (!this.user) throw new Error('The client is not signed in');
    return this.user;
  }

  async signIn(email: string, password: string): Promise<Answer<{ token: string; user: SignedInUser }>> {
    const answer = await this.post<{ token: string; user: SignedInUser }>('/auth/login', { email, password });
    if (answer.status === 200) {
      this.token = answer.body.token;
      this.user = answer.body.user;
    }
    return answer;
  }

  get<T = Refusal>(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer<T>> {
    return this.request<T>('GET', path, headers ? { headers } : {});
  }

  post<T = Refusal>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<T>> {
    return this.request<T>('POST', path, { body, ...(headers ? { headers } : {}) });
  }

  put<T = Refusal>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.request<T>('PUT', path, { body });
  }

  delete<T = Refusal>(path: string): Promise<Answer<T>> {
    return this.request<T>('DELETE', path);
  }

  async request<T = Refusal>(
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(this.cookie === undefined ? {} : { cookie: `jrt=${this.cookie}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']> }),
    });
    const [, cookie] = /\bjrt=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    if (cookie !== undefined) this.cookie = cookie === '' ? undefined : cookie;
    const text = await response.text();
    const json = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    const answer = { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
    this.check?.(method, path, answer);
    return answer;
  }

  /** A file by an absolute address from the server, whatever its origin. */
  download(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { pathname, search } = new URL(address);
    return fetch(this.url + pathname + search, { headers });
  }

  /** A live socket, once the server has said `ready`. */
  async socket(): Promise<LiveSocket> {
    const socket = await LiveSocket.open(this.url, this.token ?? '', this.user?.companyId);
    this.sockets.push(socket);
    return socket;
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }
}

/** The body of a response that must have this status. @throws with the error body otherwise */
export function bodyOf<T>(answer: Answer<T>, status = 200): T {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 500)}`);
  }
  return answer.body;
}
