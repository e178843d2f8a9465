import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { AppConfig } from '../config/config.js';
import { isStorageKey } from './storage.js';

const dayMs = 86_400_000;

/** The query of a signed media URL: expiry (day number), original name, signature. */
export interface MediaQuery {
  readonly e?: unknown;
  readonly n?: unknown;
  readonly s?: unknown;
}

/**
 * Makes signed URLs, by which browsers and providers fetch media without a session. They are valid for one to two days,
 * and stay the same for a whole day, so that they can be cached and compared.
 */
@Injectable()
export class MediaUrls {
  private readonly key: Buffer;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'atende media urls', 32));
  }

  /** The absolute URL of a stored file; `name` is the name of the download. */
  sign(key: string, { name }: { name?: string | null | undefined } = {}): string {
    // a URL cannot contain a lone surrogate, so its name would differ from the signed one
    const shown = name?.toWellFormed() ?? '';
    const expires = String(Math.floor(this.clock.now().getTime() / dayMs) + 2);
    const query = new URLSearchParams({
      e: expires,
      ...(shown ? { n: shown } : {}),
      s: this.signature(key, expires, shown),
    });
    return `${this.config.publicUrl}/media/${key}?${query}`;
  }

  /** Turns a storage key into a signed URL; external URLs are returned unchanged. */
  resolve(stored: string | null): string | null {
    return stored === null || /^https?:/.test(stored) ? stored : this.sign(stored);
  }

  /** Returns the signed name (empty when there is none), or undefined when the URL is invalid or expired. */
  verify(key: string, { e, n = '', s }: MediaQuery): { name: string } | undefined {
    if (!isStorageKey(key) || typeof e !== 'string' || typeof n !== 'string' || typeof s !== 'string') return undefined;
    const expected = Buffer.from(this.signature(key, e, n));
    const given = Buffer.from(s);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return this.clock.now().getTime() < Number(e) * dayMs ? { name: n } : undefined;
  }

  private signature(key: string, expires: string, name: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([key, expires, name]))
      .digest('base64url');
  }
}
