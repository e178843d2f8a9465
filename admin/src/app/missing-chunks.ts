const missing = new WeakSet<object>();

/** Remembers that this failure is a part of the application that could not be loaded. */
export function noteMissingChunk(error: unknown): void {
  if (typeof error === 'object' && error !== null) missing.add(error);
}

/** Whether the failure came from a part that was not there: after a deploy while the tab was open, or without a network. */
export function isMissingChunk(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}
