import { type ReactNode, Suspense } from 'react';
import { useNotify } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';

const missingChunkErrors = new WeakSet<object>();

/** Records that a part of the application could not be loaded: after a deploy while the tab was open, or offline. */
export function noteMissingChunk(error: unknown): void {
  if (typeof error === 'object' && error !== null) missingChunkErrors.add(error);
}

export function isMissingChunk(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missingChunkErrors.has(error);
}

/** Whether the server answers: then a part that could not be loaded belongs to an older version. */
export async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/favicon.svg', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Around a lazy popover or dialog: when it cannot be loaded, a toast is shown and the page stays as it is. */
export function LazyBoundary({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  const notify = useNotify();
  const failed = async (error: unknown) => {
    onFailed();
    if (!isMissingChunk(error)) notify('app.error.unknown', { type: 'error' });
    else notify((await isServed()) ? 'shell.new_version_toast' : 'shell.not_loaded_toast', { type: 'error' });
  };
  return (
    <ErrorBoundary fallback={null} onError={(error) => void failed(error)}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
