import '@fontsource-variable/inter/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { isServed, noteMissingChunk } from './app/error-boundary';

const RETRY_MS = 2000;

/** Reloads once the server answers; an earlier reload would show the browser's own error page. */
async function reloadWhenServed(path: string): Promise<void> {
  if (window.location.pathname !== path) return;
  if (await isServed()) return window.location.reload();
  window.setTimeout(() => void reloadWhenServed(path), RETRY_MS);
}

// A new version was deployed while this page was open, or the network is down: the reloaded page has the chunks.
window.addEventListener('vite:preloadError', ({ payload }) => {
  noteMissingChunk(payload);
  const last = Number(sessionStorage.getItem('reloadedForChunks') ?? 0);
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem('reloadedForChunks', String(Date.now()));
  // The path of the page that needs the chunk: it changes before the chunk is requested.
  void reloadWhenServed(window.location.pathname);
});

// its downloads come after those of the first screen
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
