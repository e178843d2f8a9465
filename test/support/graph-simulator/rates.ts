interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets by key: `burst` at once, then one more every `everyMs`. */
export class Rate {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: () => { everyMs: number; burst: number },
    private readonly now: () => number,
  ) {}

  /** Takes a token. @returns false when there is none */
  take(key: string): boolean {
    const { everyMs, burst } = this.limit();
    const at = this.now();
    const bucket = this.buckets.get(key) ?? { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + (everyMs > 0 ? (at - bucket.at) / everyMs : burst));
    bucket.at = at;
    this.buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
