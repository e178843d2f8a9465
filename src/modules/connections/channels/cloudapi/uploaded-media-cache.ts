const lifetimeMs = 60 * 60 * 1000; // Meta keeps an upload for 30 days
const maxEntries = 500;

interface Upload {
  id: Promise<string>;
  until: number;
}

/** Ids of uploaded files, so that a file that is sent to many contacts is uploaded once. */
export class UploadedMediaCache {
  private readonly entries = new Map<string, Upload>();

  /** The cached id of the file, or that of a new upload; a failed upload is not cached. */
  async getOrUpload(key: string, upload: () => Promise<string>): Promise<string> {
    const found = this.entries.get(key);
    if (found && found.until > Date.now()) return found.id;
    const id = upload();
    this.remember(key, id);
    try {
      return await id;
    } catch (error) {
      if (this.entries.get(key)?.id === id) this.entries.delete(key);
      throw error;
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  private remember(key: string, id: Promise<string>): void {
    this.entries.delete(key);
    this.entries.set(key, { id, until: Date.now() + lifetimeMs });
    const oldest = this.entries.keys().next();
    if (this.entries.size > maxEntries && !oldest.done) this.entries.delete(oldest.value);
  }
}
