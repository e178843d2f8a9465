import { Component, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';

const missingChunkErrors = new WeakSet<object>();

/** Records that a part of the application could not be loaded: after a deploy while the tab was open, or offline. */
export function noteMissingChunk(error: unknown): void {
  if (typeof error === 'object' && error !== null) missingChunkErrors.add(error);
}

export function isMissingChunk(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missingChunkErrors.has(error);
}

interface ErrorBoundaryProps {
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
}

/** Replaces a part that threw; another `key` renders it again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.state.failed.error) : this.props.children;
  }
}

function LoadFailure({ error, onFailed }: { error: unknown; onFailed: () => void }) {
  const notify = useNotify();
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    notify(isMissingChunk(error) ? 'shell.new_version_toast' : 'app.error.unknown', { type: 'error' });
    failed();
  }, [error, notify]);
  return null;
}

/** Around a lazy popover or dialog: when it cannot be loaded, a toast is shown and the page stays as it is. */
export function LazyBoundary({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error) => <LoadFailure error={error} onFailed={onFailed} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
