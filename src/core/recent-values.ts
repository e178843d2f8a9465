/** What was read in the last `maxAgeMs`, by key; all of it is dropped together, also by the commit of what changes one. */
export class RecentValues<K, V> {
  private values = new Map<K, V>();
  private since = 0;

  constructor(private readonly maxAgeMs: number) {}

  /** @param read of the value as it is in the database */
  async get(key: K, read: () => Promise<V>): Promise<V> {
    if (Date.now() - this.since >= this.maxAgeMs) this.drop();
    // what was read before a change goes into the map that the change has dropped
    const { values } = this;
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = await read();
    if (value !== undefined) values.set(key, value);
    return value;
  }

  drop(): void {
    this.values = new Map();
    this.since = Date.now();
  }
}
