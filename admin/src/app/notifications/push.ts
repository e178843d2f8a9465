import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { preferences } from '../../providers/preferences';
import { useSocketRoom } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { isPageFocused, onPageFocusChange } from '../../shared/focus';

export type PushSettings = Schemas['PushSettings'];
export type PushKind = keyof PushSettings['kinds'];

export const readPushSettings = (signal?: AbortSignal) => api<PushSettings>('/push', { signal });

/** The service worker of a browser that can receive notices; null in others, and on iOS before the application is installed. */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** @param publicKey of the server, base64url */
export async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
  userId: number,
): Promise<void> {
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await api('/push/subscription', { method: 'PUT', body: subscription.toJSON() });
  preferences.pushOwner.set(userId);
}

export async function unsubscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  preferences.pushOwner.set(null);
  await (await pushManager.getSubscription())?.unsubscribe();
  await api('/push/subscription', { method: 'DELETE' });
}

function isKeyOf({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}

/** The browser of a user who wants notices in it gets them in each of their sessions; that of another user gets none. */
async function renewSubscription(userId: number): Promise<void> {
  const registration = await pushRegistration();
  if (!registration) return;
  const subscription = await registration.pushManager.getSubscription();
  if (preferences.pushOwner.get() !== userId || Notification.permission !== 'granted') {
    await subscription?.unsubscribe();
    return;
  }
  const { publicKey } = await readPushSettings();
  // that of an earlier key of the server keeps no other one from being made
  if (subscription && !isKeyOf(subscription, publicKey)) await subscription.unsubscribe();
  await subscribe(registration, publicKey, userId);
}

/** Keeps the server informed whether it has to send notices to this browser, and opens what they are about. */
export function usePush(): void {
  const { id, support } = useSessionUser();
  const navigate = useNavigate();
  const focused = useSyncExternalStore(onPageFocusChange, isPageFocused);
  useSocketRoom('Foreground', focused ? undefined : null);
  const own = support === undefined;
  useEffect(() => {
    // tried again at the next start
    if (own) renewSubscription(id).catch(() => undefined);
  }, [id, own]);
  useEffect(() => {
    const listen = ({ data }: MessageEvent<{ open?: string }>) => data.open && void navigate(data.open);
    navigator.serviceWorker?.addEventListener('message', listen);
    return () => navigator.serviceWorker?.removeEventListener('message', listen);
  }, [navigate]);
}
