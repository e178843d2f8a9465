import { Injectable } from '@nestjs/common';
import type { WAMessage, WAMessageContent, WAMessageKey } from 'baileys';
import { encryptionContext } from '../../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import { asText } from '../graph/json-readers.js';
import type { Engine } from './engine.js';
import {
  insertMessages,
  messageKeys,
  messageOf,
  type NewMessage,
  type StoredMessage,
} from './whatsapp-messages.queries.js';
import { WhatsappMessage } from './whatsapp-session.entity.js';

interface Owner {
  readonly companyId: number;
  readonly connectionId: number;
}

const contentContext = ({ companyId, connectionId }: Owner, providerId: string): string =>
  encryptionContext(WhatsappMessage, { companyId, connectionId, providerId });

export interface MessageToStore extends Pick<WAMessage, 'key' | 'message'> {
  /** Number of the customer or id of the group. */
  readonly external: string;
}

/** Keys of messages for reactions, quotes, edits and receipts, and contents, which phones may request again. */
@Injectable()
export class MessageStoreService {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
  ) {}

  async save(owner: Owner, messages: readonly MessageToStore[], { BufferJSON }: Engine): Promise<void> {
    const encrypted = (id: string, message: WAMessage['message']): string | null =>
      message ? this.cipher.encrypt(JSON.stringify(message, BufferJSON.replacer), contentContext(owner, id)) : null;
    const rows = messages.flatMap(({ key, message, external }): NewMessage[] => {
      const [id, chat] = [asText(key.id), asText(key.remoteJid)];
      if (!id || !chat) return [];
      const content = encrypted(id, message);
      return [{ id, chat, external, content, fromMe: key.fromMe === true, participant: asText(key.participant) }];
    });
    if (rows.length > 0) await this.db.platformRows(insertMessages(owner.companyId, owner.connectionId, rows));
  }

  /** The keys that are still stored. */
  async keys(owner: Owner, providerIds: readonly string[]): Promise<WAMessageKey[]> {
    const rows = await this.db.platformRows(messageKeys(owner.companyId, owner.connectionId, providerIds));
    return rows.map(keyOf);
  }

  /** A stored message; undefined when it is too old or its customer was erased. */
  async find(
    owner: Owner,
    providerId: string,
    { BufferJSON, proto }: Engine,
  ): Promise<{ key: WAMessageKey; message: WAMessageContent | null } | undefined> {
    const row = await this.db.platformRow(messageOf(owner.companyId, owner.connectionId, providerId));
    if (!row) return undefined;
    const text = row.content && this.cipher.decrypt(row.content, contentContext(owner, providerId));
    return {
      key: keyOf({ ...row, id: providerId }),
      message: text ? proto.Message.fromObject(JSON.parse(text, BufferJSON.reviver)) : null,
    };
  }
}

const keyOf = ({ id, chat, fromMe, participant }: Omit<StoredMessage, 'content'>): WAMessageKey => ({
  id,
  remoteJid: chat,
  fromMe,
  ...(participant ? { participant } : {}),
});
