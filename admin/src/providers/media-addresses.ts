const names = /(?:url|path)$/i;
/** Signed as those of the server (core/storage/media-urls.ts). */
const ours = /^https?:\/\/[^/]+(\/media\/[^?]+\?e=\d+&(?:n=[^&]*&)?s=[\w-]{43})$/;

/**
 * Makes the addresses of our media relative, in place: the server names one address, and this page may be open at another,
 * which may not load from there.
 */
export function relativeMedia<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member !== 'string') relativeMedia(member);
    else if (names.test(name)) members[name] = member.replace(ours, '$1');
  }
  return value;
}
