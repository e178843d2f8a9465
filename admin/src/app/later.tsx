import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { ErrorBoundary } from './error-boundary';
import { isMissingChunk } from './missing-chunks';

function Missing({ error, onFailed }: { error: unknown; onFailed: () => void }) {
  const notify = useNotify();
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    notify(isMissingChunk(error) ? 'shell.new_version_toast' : 'app.error.unknown', { type: 'error' });
    failed();
  }, [error, notify]);
  return null;
}

/** Holds a part of the frame that is loaded when it is first asked for. One that cannot be loaded leaves the page as it is. */
export function Later({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error) => <Missing error={error} onFailed={onFailed} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
