/** The listeners of a store outside React, for `useSyncExternalStore`. */
export function createListeners<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    notify(value: T) {
      for (const listener of listeners) listener(value);
    },
    subscribe(listener: (value: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
