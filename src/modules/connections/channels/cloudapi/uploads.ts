const lifetimeMs = 60 * 60 * 1000; // Meta keeps an upload for 30 days
const most = 500;

interface Upload {
  id: Promise<string>;
  until: number;
}

/** Remembers the ids of uploaded files, so that a campaign sends its picture to Meta once and not once per contact. */
export class Uploads {
  private readonly known = new Map<string, Upload>();

  /** The id of the file, uploading it when it is not known; a failed upload is not remembered. */
  async idOf(key: string, upload: () => Promise<string>): Promise<string> {
    const found = this.known.get(key);
    if (found && found.until > Date.now()) return found.id;
    const id = upload();
    this.remember(key, id);
    try {
      return await id;
    } catch (error) {
      if (this.known.get(key)?.id === id) this.known.delete(key);
      throw error;
    }
  }

  /** Forgets an id that Meta did not accept. */
  forget(key: string): void {
    this.known.delete(key);
  }

  private remember(key: string, id: Promise<string>): void {
    this.known.delete(key);
    this.known.set(key, { id, until: Date.now() + lifetimeMs });
    const oldest = this.known.keys().next();
    if (this.known.size > most && !oldest.done) this.known.delete(oldest.value);
  }
}
