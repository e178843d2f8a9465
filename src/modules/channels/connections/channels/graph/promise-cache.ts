const lifetimeMs = 60 * 60 * 1000;
const maxEntries = 500;

interface Entry {
  readonly value: Promise<string>;
  readonly until: number;
}

/** Caches ids and tokens that Meta issues for longer than the hour for which they are reused here. */
export class PromiseCache {
  private readonly entries = new Map<string, Entry>();

  /** The cached value, or the result of a new load; a failed load is not cached. */
  async getOrLoad(key: string, load: () => Promise<string>): Promise<string> {
    const found = this.entries.get(key);
    if (found && found.until > Date.now()) return found.value;
    const value = load();
    this.remember(key, value);
    try {
      return await value;
    } catch (error) {
      if (this.entries.get(key)?.value === value) this.entries.delete(key);
      throw error;
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  private remember(key: string, value: Promise<string>): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: Date.now() + lifetimeMs });
    const oldest = this.entries.keys().next();
    if (this.entries.size > maxEntries && !oldest.done) this.entries.delete(oldest.value);
  }
}
