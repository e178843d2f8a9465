import { type ComponentType, lazy, Suspense } from 'react';

/** A component in a chunk of its own; renders nothing until it is loaded. */
export function lazyComponent<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Loaded: ComponentType<P> = lazy(load);
  return function LazyComponent(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
