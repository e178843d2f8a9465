/** Whether the user looks at this tab. */
export const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/** Calls back when {@link isPageFocused} may have changed; returns the function that stops it. */
export function onPageFocusChange(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}
