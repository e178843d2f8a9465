/** An address for the audit log and mails: the part after the path may be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
