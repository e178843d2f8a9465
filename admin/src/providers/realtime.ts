import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import { io, type Socket } from 'socket.io-client';
import { ApiError, refreshSession } from './http';
import { session } from './session';

export type SocketStatus = 'offline' | 'connecting' | 'ready';
type Room = 'Notification' | 'ChatBox' | 'ChatPeek';

const HEARTBEAT_MS = 300_000;
const RELOAD_MS = 1000;
/** Away for longer than this (hidden tab, sleeping machine), a tab asks for what it may have missed. */
const AWAY_MS = 15_000;
const RESYNC_SPREAD_MS = 1500;

const statusListeners = new Set<() => void>();
const resyncListeners = new Set<() => void>();
const joinedListeners = new Set<(room: string) => void>();
const rooms = new Map<string, { room: Room; arg: string | undefined; users: number }>();
let status: SocketStatus = 'offline';
let wasReady = false;
let resyncTimer: number | undefined;

const socket: Socket = io({
  path: '/socket.io',
  transports: ['websocket'],
  autoConnect: false,
  reconnectionDelay: 500,
  reconnectionDelayMax: 5000,
  // an attempt that a network swallowed must not hold up the next one for 20 s
  timeout: 8000,
  // named, so that an expired token is a `connect_error`: clients that do not say who they are get disconnected by the server
  auth: (answer) => answer({ token: session.token, client: 'atende' }),
});

function setStatus(next: SocketStatus) {
  if (next === status) return;
  status = next;
  for (const listener of statusListeners) listener();
}

function resync() {
  for (const listener of resyncListeners) listener();
}

const emitRoom = (verb: 'join' | 'leave', room: Room, arg: string | undefined) =>
  arg === undefined ? socket.emit(`${verb}${room}`) : socket.emit(`${verb}${room}`, arg);

socket.on('connect', () => {
  setStatus('connecting');
  socket.emit('userStatus');
});

// Rooms of the client's own wish are granted only after the server has joined the socket to its own.
socket.on('ready', () => {
  for (const { room, arg } of rooms.values()) emitRoom('join', room, arg);
  setStatus('ready');
  if (wasReady) resync();
  wasReady = true;
});

socket.on('joined', ({ name }: { name: string }) => {
  for (const listener of joinedListeners) listener(name);
});

// Events of other server processes may be missing. Many tabs hear this in the same moment, so each asks in its own.
socket.on('resync', () => {
  window.clearTimeout(resyncTimer);
  resyncTimer = window.setTimeout(resync, Math.random() * RESYNC_SPREAD_MS);
});

/** The server closed this tab's socket because the user has too many: it comes back once the tab is looked at. */
let superseded = false;
socket.on('superseded', () => {
  superseded = true;
});

socket.on('disconnect', (reason) => {
  window.clearTimeout(resyncTimer);
  setStatus('offline');
  if (reason === 'io server disconnect' && session.token && !superseded) socket.connect();
});

socket.on('connect_error', (error) => {
  setStatus('offline');
  if (error.message === 'ERR_SESSION_EXPIRED') void renewAndConnect();
  // refused by the server, as while its database is away: socket.io itself tries again only what did not get through
  else if (!socket.active) window.setTimeout(() => session.token && socket.connect(), 2000 + Math.random() * 3000);
});

async function renewAndConnect() {
  try {
    await refreshSession();
    socket.connect();
  } catch (error) {
    const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (lost) window.setTimeout(() => session.token && socket.connect(), 5000);
    else window.setTimeout(() => window.location.reload(), RELOAD_MS);
  }
}

let hiddenSince: number | null = null;
document.addEventListener('visibilitychange', () => {
  const away = hiddenSince === null ? 0 : Date.now() - hiddenSince;
  hiddenSince = document.visibilityState === 'hidden' ? Date.now() : null;
  if (hiddenSince === null && superseded && session.token) {
    superseded = false;
    socket.connect();
  }
  if (hiddenSince === null && away > AWAY_MS) resync();
});

/** Whether the private screens, which listen, are mounted. */
let wanted = false;

/** Drops the connection, or whatever attempt is under way, and begins anew at once. */
function connectAnew() {
  if (wanted && session.token) socket.disconnect().connect();
}

// A socket without a network notices only by a heartbeat that fails to come. Where the browser is wrong, it is back in no time.
window.addEventListener('offline', connectAnew);
window.addEventListener('online', () => {
  if (status !== 'ready') connectAnew();
  resync();
});

/** Calls back whenever events may have been missed: after a reconnect, a wake-up of the tab, a return of the network, a word of the server. */
export function onResync(callback: () => void): () => void {
  resyncListeners.add(callback);
  return () => {
    resyncListeners.delete(callback);
  };
}

/** Whether live events arrive at this moment. */
export function useSocketStatus(): SocketStatus {
  return useSyncExternalStore(
    (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    () => status,
  );
}

/** Listens to `company-{companyId}-{suffix}`; null listens to nothing. The handler may change at every render. */
export function useSocketEvent<T>(suffix: string | null, handler: (payload: T) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    if (suffix === null) return undefined;
    const event = `company-${session.companyId}-${suffix}`;
    const listener = (payload: T) => handle(payload);
    socket.on(event, listener);
    return () => {
      socket.off(event, listener);
    };
  }, [suffix]);
}

/** Stays in a room while mounted, over reconnects too: `useSocketRoom('ChatBox', uuid)`. null joins nothing. */
export function useSocketRoom(room: Room, arg?: string | null): void {
  useEffect(() => {
    if (arg === null) return undefined;
    const key = `${room}:${arg ?? ''}`;
    const entry = rooms.get(key) ?? { room, arg, users: 0 };
    entry.users += 1;
    rooms.set(key, entry);
    if (entry.users === 1 && status === 'ready') emitRoom('join', room, arg);
    return () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      rooms.delete(key);
      if (status === 'ready') emitRoom('leave', room, arg);
    };
  }, [room, arg]);
}

/** Shows the others in a room that one writes there, or no longer does; whoever says nothing more stops by themselves. */
export function tellRoom(what: 'typing' | 'idle', room: Room, arg: string): void {
  if (status === 'ready') socket.emit(`${what}${room}`, arg);
}

/** Calls back when the server has let the socket into a room: what happened before that was not heard. */
export function onJoined(room: Room, callback: () => void): () => void {
  const listener = (name: string) => name === room && callback();
  joinedListeners.add(listener);
  return () => {
    joinedListeners.delete(listener);
  };
}

/** Holds the one socket of the page open while the private screens are mounted. */
export function useRealtimeConnection(): void {
  const notify = useNotify();
  useEffect(() => {
    wasReady = false;
    wanted = true;
    socket.connect();
    const heartbeat = window.setInterval(() => socket.connected && socket.emit('userStatus'), HEARTBEAT_MS);
    return () => {
      window.clearInterval(heartbeat);
      wanted = false;
      socket.disconnect();
      setStatus('offline');
    };
  }, []);
  useSocketEvent<{ action: string; user: { id: number } }>('auth', ({ action, user }) => {
    if (action !== 'logout' || user.id !== session.userId) return;
    notify('app.session.elsewhere', { type: 'error' });
    localStorage.clear();
    session.noteEnd('app.session.elsewhere');
    window.setTimeout(() => window.location.reload(), RELOAD_MS);
  });
}
