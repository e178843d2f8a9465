/** Removes the addresses from an error of the mail server: errors are logged and stored. */
export function redactEmailAddresses(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(reason.replace(/[^\s<>"'@]+@[^\s<>"'@]+/g, '[…]'));
}
