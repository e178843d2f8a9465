import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, restoreSession } from './http';
import { queryClient } from './query-client';
import { isLive, useSocketStatus } from './realtime';
import { type SessionUser, session } from './session';
import { useSessionUser } from './session-user';

// What this browser keeps of one user for a time without a network. Caches exist only on https and localhost.

const STORES = 'atende-offline-';
/** What was shared with the application and waits for its conversation; written by the service worker. */
const SHARED = 'atende-share';
const OWNER = '/offline/owner';
/** Queries that are read without a network: the first words of their keys. */
const KEPT = [['/resources'], ['workspace'], ['chats'], ['unread-tickets']];
const FLUSH_MS = 3000;
const OWNER_MS = 30_000;
/** Lists and conversations; the oldest go first. */
const MAX_ENTRIES = 120;
/** The last pages of a conversation. */
const MAX_MESSAGES = 60;
/** As long as a session lives without being used. */
const MAX_AGE_MS = 7 * 86_400_000;

interface Owner {
  user: SessionUser;
  /** When live events arrived last. */
  liveAt: number;
}

interface Conversation {
  messages: { id: number }[];
}

const isConversation = (data: unknown): data is Conversation =>
  typeof data === 'object' && data !== null && 'messages' in data && Array.isArray(data.messages);

/** Without its older pages, which are loaded from `cursor` on. */
function lastPages(data: unknown): unknown {
  if (!isConversation(data) || data.messages.length <= MAX_MESSAGES) return data;
  const messages = data.messages.slice(-MAX_MESSAGES);
  return { ...data, messages, cursor: String(messages[0]?.id), hasMore: true };
}

const storeOf = (userId: number | null) => `${STORES}${userId}`;
const pathOf = (queryHash: string) => `/offline/${encodeURIComponent(queryHash)}`;
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));

/** Data that the store has as it is: what was read from it keeps its age. */
const stored = new WeakSet<object>();
/** Something was read from the store: it is asked for again once the server is reached. */
let outdated = false;
/** Since when a page that started without a network is out of date. */
let since: number | null = null;

async function read<T>(path: string): Promise<T | undefined> {
  if (!('caches' in window) || session.support) return undefined;
  const found = await (await caches.open(storeOf(session.userId))).match(path);
  if (!found || Date.now() - Number(found.headers.get('date-kept')) > MAX_AGE_MS) return undefined;
  return (await found.json()) as T;
}

const isSignedIn = (userId: number) => session.userId === userId && session.token !== null;

/** Nothing is left of a user who signs out meanwhile, in this tab or another. */
async function write(userId: number, path: string, value: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'date-kept': String(Date.now()) };
  const store = await caches.open(storeOf(userId));
  await store.put(path, new Response(JSON.stringify(value), { headers }));
  const entries = (await store.keys()).filter(({ url }) => new URL(url).pathname !== OWNER);
  for (const entry of entries.slice(0, -MAX_ENTRIES)) await store.delete(entry);
  if (!isSignedIn(userId)) await caches.delete(storeOf(userId));
}

/** Asks the server; while it is not reached and nothing is loaded yet, what this browser has kept. */
async function fetchOrRestore<T>(queryFn: QueryFunction<T>, context: QueryFunctionContext, query: Query): Promise<T> {
  try {
    return await queryFn(context);
  } catch (error) {
    if (isLive() || !isUnreachable(error) || query.state.data !== undefined) throw error;
    const kept = await read<T>(pathOf(query.queryHash));
    if (kept === undefined) throw error;
    if (typeof kept === 'object' && kept !== null) stored.add(kept);
    outdated = true;
    return kept;
  }
}

for (const queryKey of KEPT)
  queryClient.setQueryDefaults(queryKey, {
    networkMode: 'offlineFirst',
    // of the type of any query
    persister: fetchOrRestore as never,
  });

/** Goes on with the kept session. @returns false where this browser has kept none of its user */
export async function resumeOffline(error: unknown): Promise<boolean> {
  if (!isUnreachable(error)) return false;
  const owner = await read<Owner>(OWNER);
  if (!owner || owner.user.id !== session.userId || session.token === null) return false;
  since = owner.liveAt;
  session.resume(owner.user);
  return true;
}

/** Since when what is shown is no longer live; null where this page has been live itself. */
export const offlineSince = (): number | null => since;

export interface SharedContent {
  text: string;
  files: File[];
}

/** What another application shared, once. */
export async function takeShared(): Promise<SharedContent | null> {
  if (!('caches' in window) || !(await caches.has(SHARED))) return null;
  const store = await caches.open(SHARED);
  const text = (await (await store.match('/shared/text'))?.text()) ?? '';
  const files: File[] = [];
  for (const request of await store.keys()) {
    const kept = await store.match(request);
    const name = kept?.headers.get('x-name');
    if (!kept || name === undefined || name === null) continue;
    const bytes = await kept.blob();
    files.push(new File([bytes], decodeURIComponent(name), { type: bytes.type }));
  }
  await caches.delete(SHARED);
  return { text, files };
}

/** Removes everything of the last user from this browser. */
export async function clearDevice(): Promise<void> {
  const names = 'caches' in window ? await caches.keys() : [];
  const kept = names.filter((name) => name === SHARED || name.startsWith(STORES));
  await Promise.all(kept.map((name) => caches.delete(name)));
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

async function removeOthers(): Promise<void> {
  const own = storeOf(session.userId);
  if ((await caches.keys()).some((name) => name.startsWith(STORES) && name !== own)) await clearDevice();
}

const isKept = ({ queryKey, state }: Query) =>
  state.status === 'success' && KEPT.some(([word]) => queryKey[0] === word);

/** Keeps what the user loads. */
function keep(userId: number): () => void {
  const cache = queryClient.getQueryCache();
  const changed = new Set(cache.getAll().filter(isKept));
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query)) changed.add(event.query);
  });
  let running: Promise<void> | null = null;
  async function flush() {
    const queries = [...changed];
    changed.clear();
    for (const { queryHash, state } of queries) {
      if (!isSignedIn(userId)) break;
      const { data } = state;
      if (typeof data !== 'object' || data === null || stored.has(data)) continue;
      await write(userId, pathOf(queryHash), lastPages(data));
      stored.add(data);
    }
  }
  const timer = window.setInterval(() => {
    if (changed.size > 0) running ??= flush().finally(() => (running = null));
  }, FLUSH_MS);
  return () => {
    unsubscribe();
    window.clearInterval(timer);
  };
}

/** Keeps what the user sees for a time without a network, and returns from it. */
export function useOfflineStore(): void {
  const user = useSessionUser();
  const live = useSocketStatus() === 'ready';
  const enabled = 'caches' in window && !session.support;
  useEffect(() => {
    if (!enabled) return undefined;
    let stop = () => {};
    let current = true;
    void removeOthers().then(() => {
      if (current) stop = keep(user.id);
    });
    return () => {
      current = false;
      stop();
    };
  }, [user.id, enabled]);
  useEffect(() => {
    if (!live || !enabled) return undefined;
    const note = () => void write(user.id, OWNER, { user, liveAt: Date.now() } satisfies Owner);
    note();
    const timer = window.setInterval(note, OWNER_MS);
    return () => window.clearInterval(timer);
  }, [user, live, enabled]);
  useEffect(() => {
    if (!live) return;
    if (since !== null) {
      // a failure ends the session, or the next request repeats it
      restoreSession().catch(() => undefined);
    }
    if (outdated) void queryClient.invalidateQueries();
    since = null;
    outdated = false;
  }, [live]);
}
