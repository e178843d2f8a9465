import { useState } from 'react';
import { useNotifyError } from './error-text';

/** Runs actions of the user: `busy` names the running one, a failure is shown. `run` answers whether it succeeded. */
export function useNamedTask<Name>() {
  const notifyError = useNotifyError();
  const [busy, setBusy] = useState<Name | null>(null);
  async function run(name: Name, task: () => Promise<unknown>): Promise<boolean> {
    setBusy(() => name);
    try {
      await task();
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      setBusy(null);
    }
  }
  return { busy, run };
}

/** {@link useNamedTask} for a place with a single action. */
export function useTask() {
  const { busy, run } = useNamedTask<true>();
  return { busy: busy !== null, run: (task: () => Promise<unknown>) => run(true, task) };
}
