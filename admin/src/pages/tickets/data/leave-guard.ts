const reasons = new Set<() => boolean>();

// What only this page holds would be gone with it: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if ([...reasons].some((holds) => holds())) event.preventDefault();
});

/** Has the browser ask before the page is closed or reloaded, as long as this holds. */
export function guardLeaving(holds: () => boolean): void {
  reasons.add(holds);
}
