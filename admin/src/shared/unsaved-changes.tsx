import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { DiscardDialog } from './discard-dialog';

const UnsavedContext = createContext<(id: string, unsaved: boolean) => void>(() => undefined);

/** Reports unsaved changes of this component to the {@link UnsavedChanges} around it. */
export function useUnsaved(unsaved: boolean): void {
  const id = useId();
  const report = use(UnsavedContext);
  useEffect(() => {
    report(id, unsaved);
    return () => report(id, false);
  }, [report, id, unsaved]);
}

/** Asks for confirmation before the page is left while one of its parts has unsaved changes. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback((id: string, unsaved: boolean) => {
    setParts((current) => {
      if (current.has(id) === unsaved) return current;
      return new Set(unsaved ? [...current, id] : [...current].filter((part) => part !== id));
    });
  }, []);
  const unsaved = parts.size > 0;
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <UnsavedContext value={report}>
      {children}
      <DiscardDialog open={state === 'blocked'} onConfirm={() => proceed?.()} onClose={() => reset?.()} />
    </UnsavedContext>
  );
}
