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

/** Around a lazy popover or dialog: when it cannot be loaded, a toast is shown and the page stays as it is. */
export function LazyBoundary({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  const notify = useNotify();
  const failed = (error: unknown) => {
    notify(isMissingChunk(error) ? 'shell.new_version_toast' : 'app.error.unknown', { type: 'error' });
    onFailed();
  };
  return (
    <ErrorBoundary fallback={null} onError={failed}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
