const hidden = '[…]';
const maxDepth = 6;
/** Longer texts are cut: a failed statement contains its values, and the patterns below must stay cheap. */
const longest = 4_000;

/** Matches keys of credentials. */
const credentialKey =
  /^(authorization|proxy-authorization|(set-)?cookie|.*password.*|senha|.*secret.*|.*token|jwt|jrt|.*api_?-?key|encryptionkey)$/i;
/** Matches keys of texts and queries that users write. */
const privateKey = /^(body|text|caption|query|querystring|search|searchparam|params|parameters|payload)$/i;

/** Whether a member of a response is a credential. */
export const isCredential = (key: string, value: unknown): boolean =>
  typeof value === 'string' && credentialKey.test(key);

/** A copy of a log entry without secrets, message text and query strings; errors become plain objects. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (depth >= maxDepth) return hidden;
  if (value instanceof Error) return scrubError(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `<${value.length} bytes>`;
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key, item) ? hidden : scrub(item, depth + 1)]),
  );
}

/**
 * Removes query strings, credentials in URLs, bearer and session tokens. A database error contains the statement with
 * its values, which may be texts of users, so literals are removed, too.
 */
export function scrubText(text: string): string {
  const plain = text
    .slice(0, longest)
    .replace(/(\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${hidden}@`)
    .replace(/((?:https?:\/)?\/[^\s?"'<>]*)\?[^\s"'<>]+/g, `$1?${hidden}`)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden);
  if (!/\b(insert\s+into|select|update|delete\s+from)\b/i.test(plain)) return plain;
  return plain.replace(/'(?:[^']|'')*'/g, `'${hidden}'`);
}

function isSecret(key: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false;
  return credentialKey.test(key) || privateKey.test(key) || (key === 'code' && /^\d{6}$/.test(String(value)));
}

function scrubError(error: Error, depth: number): object {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: scrubText(error.message),
    stack: scrubText(error.stack ?? ''),
    ...(code === undefined ? {} : { code: scrub(code) }),
    ...(cause === undefined ? {} : { cause: scrub(cause, depth + 1) }),
  };
}
