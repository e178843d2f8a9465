/** A failure of the mail server without the addresses that it repeats: failures are logged and stored. */
export function redactEmailAddresses(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(reason.replace(/[^\s<>"'@]+@[^\s<>"'@]+/g, '[…]'));
}
