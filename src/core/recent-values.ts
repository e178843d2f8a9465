/** Keeps what was read in the last `maxAgeMs`, by key; whoever commits a change of a value must drop it. */
export class RecentValues<K, V> {
  private readonly values = new Map<K, V>();
  private since = 0;
  private drops = 0;

  constructor(private readonly maxAgeMs: number) {}

  /** @param read reads the value from the database; undefined is not kept */
  async get(key: K, read: () => Promise<V>): Promise<V> {
    if (Date.now() - this.since >= this.maxAgeMs) this.drop();
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const { drops } = this;
    const value = await read();
    // a value that was dropped during the read may have been read before the change
    if (value !== undefined && drops === this.drops) this.values.set(key, value);
    return value;
  }

  /** @param key without one, all values are dropped */
  drop(key?: K): void {
    this.drops += 1;
    if (key !== undefined) this.values.delete(key);
    else {
      this.values.clear();
      this.since = Date.now();
    }
  }
}
