import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { FileNotFound, Storage } from '../../../../core/storage/storage.js';
import type { ConversationLine } from './answers.queries.js';

/** What models with eyes take. */
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const maxSize = 4 * 1024 * 1024;
/** Each costs some hundred tokens. */
const maxPictures = 2;

/** Pictures of customers for models. */
@Injectable()
export class PicturesService {
  constructor(private readonly storage: Storage) {}

  /** The newest pictures of a customer as data URLs by the id of their message; call it outside of any transaction. */
  async of(lines: readonly ConversationLine[]): Promise<ReadonlyMap<number, string>> {
    const shown = lines.filter(
      ({ fromMe, mediaType, mediaKey, mediaMime, mediaSize }) =>
        !fromMe && mediaType === 'image' && mediaKey && types.has(mediaMime ?? '') && (mediaSize ?? 0) <= maxSize,
    );
    const pictures = new Map<number, string>();
    for (const { id, mediaKey, mediaMime } of shown.slice(-maxPictures)) {
      const bytes = await this.read(mediaKey ?? '');
      if (bytes) pictures.set(id, `data:${mediaMime};base64,${bytes.toString('base64')}`);
    }
    return pictures;
  }

  /** undefined: the file is gone, or larger than its message said. */
  private async read(key: string): Promise<Buffer | undefined> {
    try {
      const { size, stream } = await this.storage.open(key);
      if (size <= maxSize) return await buffer(stream);
      stream.destroy();
      return undefined;
    } catch (error) {
      if (error instanceof FileNotFound) return undefined;
      throw error;
    }
  }
}
