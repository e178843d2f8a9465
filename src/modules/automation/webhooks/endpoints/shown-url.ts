/** An address as the audit log and mails name it: what follows its path may be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
