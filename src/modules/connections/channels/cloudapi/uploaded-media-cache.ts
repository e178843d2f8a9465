const lifetimeMs = 60 * 60 * 1000; // Meta keeps an upload for 30 days
const most = 500;

interface Upload {
  id: Promise<string>;
  until: number;
}

/** Remembers the ids of uploaded files, so that a campaign sends its picture to Meta once and not once per contact. */
export class UploadedMediaCache {
  private readonly entries = new Map<string, Upload>();

  /** The id of the file, uploading it when it is not known; a failed upload is not remembered. */
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

  /** Forgets an id that Meta did not accept. */
  delete(key: string): void {
    this.entries.delete(key);
  }

  private remember(key: string, id: Promise<string>): void {
    this.entries.delete(key);
    this.entries.set(key, { id, until: Date.now() + lifetimeMs });
    const oldest = this.entries.keys().next();
    if (this.entries.size > most && !oldest.done) this.entries.delete(oldest.value);
  }
}
