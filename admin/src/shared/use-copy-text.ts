import { useNotify } from 'react-admin';

/** Copies a text to the clipboard and confirms it. */
export function useCopyText(): (text: string) => Promise<void> {
  const notify = useNotify();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notify('workspace.message.copied', { type: 'info' });
    } catch {
      notify('app.error.unknown', { type: 'error' });
    }
  };
}
