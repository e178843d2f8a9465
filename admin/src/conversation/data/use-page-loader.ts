import { useRef, useState } from 'react';
import { useNotifyError } from '../../shared/error-text';

/** Loads one page at a time; concurrent calls share it. `failed` stays until the list is updated otherwise. */
export function usePageLoader(updatedAt: number) {
  const notifyError = useNotifyError();
  const [loading, setLoading] = useState(false);
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const running = useRef<Promise<void> | null>(null);
  async function run(task: () => Promise<void>) {
    setLoading(true);
    try {
      await task();
    } catch (error) {
      setFailedAt(updatedAt);
      notifyError(error);
    } finally {
      running.current = null;
      setLoading(false);
    }
  }
  function load(task: () => Promise<void>) {
    running.current ??= run(task);
  }
  return { loading, failed: failedAt === updatedAt, running, load };
}
