import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import { io, type Socket } from 'socket.io-client';
import { ApiError, refreshSession } from './http';
import { createListeners } from './listeners';
import { relativeMedia } from './media-addresses';
import { session } from './session';
import type { SocketEventName, SocketEvents } from './socket-events';

export type SocketStatus = 'offline' | 'connecting' | 'ready';
type Room = 'Notification' | 'ChatBox' | 'ChatPeek' | 'InternalChat' | 'Foreground';

const HEARTBEAT_MS = 300_000;
const RELOAD_MS = 1000;
/** After being hidden for longer than this (tab, sleeping machine), a tab refetches what it may have missed. */
const AWAY_MS = 15_000;
const RESYNC_SPREAD_MS = 1500;

const statusListeners = createListeners();
const resyncListeners = createListeners();
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
  // the default of 20 s would delay the next attempt when the network drops packets
  timeout: 8000,
  // with the name, an expired token is a `connect_error`; the server disconnects unnamed clients
  auth: (answer) => answer({ token: session.token, client: 'atende' }),
});

function setStatus(next: SocketStatus) {
  if (next === status) return;
  status = next;
  statusListeners.notify();
}

const emitRoom = (verb: 'join' | 'leave', room: Room, arg: string | undefined) =>
  arg === undefined ? socket.emit(`${verb}${room}`) : socket.emit(`${verb}${room}`, arg);

socket.on('connect', () => {
  setStatus('connecting');
  socket.emit('userStatus');
});

// before the listeners of the event
socket.onAny((_name, payload: unknown) => relativeMedia(payload));

// Joins are accepted only after the server has put the socket into its own rooms.
socket.on('ready', () => {
  for (const { room, arg } of rooms.values()) emitRoom('join', room, arg);
  setStatus('ready');
  if (wasReady) resyncListeners.notify();
  wasReady = true;
});

// Events of other server processes may be missing. All tabs get this at once, so that the refetches are spread.
socket.on('resync', () => {
  window.clearTimeout(resyncTimer);
  resyncTimer = window.setTimeout(resyncListeners.notify, Math.random() * RESYNC_SPREAD_MS);
});

/** The server closed this tab's socket because the user has too many; it reconnects when the tab becomes visible. */
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
  // refused by the server, as while its database is down: socket.io itself retries only network failures
  else if (!socket.active) window.setTimeout(() => session.token && socket.connect(), 2000 + Math.random() * 3000);
});

async function renewAndConnect() {
  const stale = session.token;
  try {
    await refreshSession();
    socket.connect();
  } catch (error) {
    const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (lost) window.setTimeout(() => session.token && socket.connect(), 5000);
    // a reload would stop the way back from support, whose own session has begun
    else if (session.token === null || session.token === stale)
      window.setTimeout(() => window.location.reload(), RELOAD_MS);
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
  if (hiddenSince === null && away > AWAY_MS) resyncListeners.notify();
});

/** Whether the private screens are mounted. */
let enabled = false;

/** Drops the connection or the running attempt and connects at once. */
function reconnect() {
  if (enabled && session.token) socket.disconnect().connect();
}

// Without this a lost network is noticed only by a missing heartbeat. Where the browser is wrong, the reconnect is quick.
window.addEventListener('offline', reconnect);
window.addEventListener('online', () => {
  if (status !== 'ready') reconnect();
  resyncListeners.notify();
});

/** Calls back when events may have been missed: after a reconnect, a long hidden tab, a lost network, or on the server's request. */
export const onResync = resyncListeners.subscribe;

export const isLive = (): boolean => status === 'ready';

/** Whether live events arrive at the moment. */
export function useSocketStatus(): SocketStatus {
  return useSyncExternalStore(statusListeners.subscribe, () => status);
}

const eventName = (name: SocketEventName) =>
  name === 'announcement' ? `company-${name}` : `company-${session.companyId}-${name}`;

/** Listens to `company-{companyId}-{name}`; null listens to nothing. */
export function useSocketEvent<Name extends SocketEventName>(
  name: Name | null,
  handler: (payload: SocketEvents[Name]) => void,
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    if (name === null) return undefined;
    const event = eventName(name);
    const listener = (payload: SocketEvents[Name]) => handle(payload);
    socket.on<string>(event, listener);
    return () => {
      socket.off<string>(event, listener);
    };
  }, [name]);
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

/** Says to the others in a room that the user is typing, or no longer; the server expires it. */
export function emitToRoom(what: 'typing' | 'idle', room: Room, arg: string): void {
  if (status === 'ready') socket.emit(`${what}${room}`, arg);
}

/** Calls back when the server has joined the socket to a room: earlier events of it were missed. */
export function onJoined(room: Room, callback: () => void): () => void {
  const listener = ({ name }: { name: string }) => name === room && callback();
  socket.on('joined', listener);
  return () => {
    socket.off('joined', listener);
  };
}

/** Keeps the page's socket connected while the private screens are mounted. */
export function useRealtimeConnection(): void {
  const notify = useNotify();
  useEffect(() => {
    wasReady = false;
    enabled = true;
    socket.connect();
    const heartbeat = window.setInterval(() => socket.connected && socket.emit('userStatus'), HEARTBEAT_MS);
    return () => {
      window.clearInterval(heartbeat);
      enabled = false;
      socket.disconnect();
      setStatus('offline');
    };
  }, []);
  useSocketEvent('auth', ({ action, user }) => {
    if (action !== 'logout' || user.id !== session.userId) return;
    notify('app.session.elsewhere', { type: 'error' });
    localStorage.clear();
    session.noteEndReason('app.session.elsewhere');
    window.setTimeout(() => window.location.reload(), RELOAD_MS);
  });
}
