import '@fontsource-variable/inter/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { noteMissingChunk } from './app/missing-chunks';

const AGAIN_MS = 2000;

/** Loads the page anew once the server answers; without it a reload would leave the browser's own error page. */
async function reloadWhenServed(path: string): Promise<void> {
  if (window.location.pathname !== path) return;
  try {
    const { ok } = await fetch('/favicon.svg', { cache: 'no-store' });
    if (ok) return window.location.reload();
  } catch {
    // Still offline.
  }
  window.setTimeout(() => void reloadWhenServed(path), AGAIN_MS);
}

// A new version was deployed while this page was open, or the connection is gone: the new page has the chunks.
window.addEventListener('vite:preloadError', ({ payload }) => {
  noteMissingChunk(payload);
  const last = Number(sessionStorage.getItem('reloadedForChunks') ?? 0);
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem('reloadedForChunks', String(Date.now()));
  // The address changes before the screen's chunk is asked for; a menu's or dialog's chunk belongs to the screen it is on.
  void reloadWhenServed(window.location.pathname);
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
