/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

// a module for the compiler; the build takes it away
export {};

const SHELL = 'atende-shell';
const SHARED = 'atende-share';
/** Replaced by the build (vite.config.ts): what the shell, the conversations and the internal chat need. */
const built: readonly string[] = JSON.parse('__FILES__');
const PAGE = '/index.html';
/** Their names stay the same from build to build. */
const named = ['/theme.js', '/favicon.svg', '/icon-192.png'];

interface Notice {
  title: string;
  body: string;
  path: string;
  uuid: string;
}

/** What an earlier build has under the same name is the same. */
async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  const known = new Set((await shell.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [PAGE, ...named, ...built.filter((path) => !known.has(path))];
  await shell.addAll(
    missing.map((path) => new Request(path, { cache: built.includes(path) ? 'default' : 'no-cache' })),
  );
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const shell = await caches.open(SHELL);
  const current = new Set([PAGE, ...named, ...built]);
  for (const request of await shell.keys())
    if (!current.has(new URL(request.url).pathname)) await shell.delete(request);
  await self.clients.claim();
}

const isDown = ({ status }: Response) => status >= 502 && status <= 504;

/** From the network, so that a new version is noticed; without one, or while the server is down, the kept page. */
async function navigate(request: Request): Promise<Response> {
  const shell = () => caches.match(PAGE);
  try {
    const response = await fetch(request);
    return isDown(response) ? ((await shell()) ?? response) : response;
  } catch (error) {
    const page = await shell();
    if (page) return page;
    throw error;
  }
}

async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url);
    if (kept) return kept;
    throw error;
  }
}

const fromShellFirst = async (request: Request) => (await caches.match(request.url)) ?? fetch(request);

/** Keeps what another application shared until the page has read it. */
async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARED);
  const store = await caches.open(SHARED);
  const words = ['title', 'text', 'url'].map((name) => form.get(name)).filter((word) => typeof word === 'string');
  await store.put('/shared/text', new Response(words.filter(Boolean).join('\n')));
  for (const [index, file] of form.getAll('files').entries()) {
    if (typeof file === 'string') continue;
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    await store.put(`/shared/files/${index}`, new Response(file, { headers }));
  }
  return Response.redirect('/share', 303);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // `no-store` asks whether the server is there
  if (origin !== self.location.origin || request.cache === 'no-store') return;
  if (request.method === 'POST' && pathname === '/share-target') event.respondWith(keepShared(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') event.respondWith(navigate(request));
  else if (built.includes(pathname)) event.respondWith(fromShellFirst(request));
  else if (named.includes(pathname)) event.respondWith(fromNetworkFirst(request));
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Not while the user looks at the application, which tells them itself. */
async function show({ title, body, path, uuid }: Notice): Promise<void> {
  if ((await windows()).some(({ focused }) => focused)) return;
  // a later notice of a conversation replaces the one before, and rings again
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag: `atende-${uuid}`,
    renotify: true,
    icon: '/icon-192.png',
    data: path,
  };
  await self.registration.showNotification(title, options);
}

async function open(path: string): Promise<void> {
  const [page] = await windows();
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ open: path });
  await page.focus();
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Notice)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
