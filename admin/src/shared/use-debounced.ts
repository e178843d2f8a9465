import { useEffect, useState } from 'react';

/** The value as it was once it has rested for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay = 500): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), delay);
    return () => window.clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
