import { Injectable } from '@nestjs/common';
import type { WAMessage, WAMessageContent, WAMessageKey } from 'baileys';
import { sql } from 'kysely';
import { encryptionContext } from '../../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import { listed } from '../../../../../core/database/statements.js';
import { asText } from '../graph/json-readers.js';
import type { Engine } from './engine.js';
import { WhatsappMessage } from './whatsapp-session.entity.js';

interface Owner {
  readonly companyId: number;
  readonly connectionId: number;
}

const contentContext = ({ companyId, connectionId }: Owner, providerId: string): string =>
  encryptionContext(WhatsappMessage, { companyId, connectionId, providerId });

export interface MessageToStore extends Pick<WAMessage, 'key' | 'message'> {
  /** Number of the customer, or id of the group. */
  readonly external: string;
}

interface StoredMessage {
  readonly chat: string;
  readonly fromMe: boolean;
  readonly participant: string | null;
  readonly content: string | null;
}

/** Keys of messages, which reactions, quotes, edits and receipts name, and their contents, which phones may ask for again. */
@Injectable()
export class MessageStore {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
  ) {}

  async save(owner: Owner, messages: readonly MessageToStore[], { BufferJSON }: Engine): Promise<void> {
    const rows = messages.flatMap(({ key, message, external }) => {
      const [id, chat] = [asText(key.id), asText(key.remoteJid)];
      return id && chat ? [{ key, id, chat, message, external }] : [];
    });
    if (rows.length === 0) return;
    const encrypted = (id: string, message: WAMessage['message']): string | null =>
      message ? this.cipher.encrypt(JSON.stringify(message, BufferJSON.replacer), contentContext(owner, id)) : null;
    await this.db.platformRows(sql`
      insert into whatsapp_messages (company_id, connection_id, provider_id, external, chat, from_me, participant, content)
      select ${owner.companyId}, ${owner.connectionId}, m.id, m.external, m.chat, m.from_me, m.participant, m.content
      from ${listed('m', {
        id: ['text', rows.map(({ id }) => id)],
        external: ['text', rows.map(({ external }) => external)],
        chat: ['text', rows.map(({ chat }) => chat)],
        from_me: ['boolean', rows.map(({ key }) => key.fromMe === true)],
        participant: ['text', rows.map(({ key }) => asText(key.participant))],
        content: ['text', rows.map(({ id, message }) => encrypted(id, message))],
      })}
      on conflict (connection_id, provider_id) do nothing`);
  }

  /** Those that are still known. */
  async keys(owner: Owner, providerIds: readonly string[]): Promise<WAMessageKey[]> {
    const rows = await this.db.platformRows<Omit<StoredMessage, 'content'> & { id: string }>(sql`
      select provider_id as id, chat, from_me as "fromMe", participant from whatsapp_messages
      where connection_id = ${owner.connectionId} and provider_id = any(${providerIds}::text[])`);
    return rows.map(keyOf);
  }

  /** undefined when it is too old, or its customer was erased. */
  async find(
    owner: Owner,
    providerId: string,
    { BufferJSON, proto }: Engine,
  ): Promise<{ key: WAMessageKey; message: WAMessageContent | null } | undefined> {
    const row = await this.db.platformRow<StoredMessage>(sql`
      select chat, from_me as "fromMe", participant, content from whatsapp_messages
      where connection_id = ${owner.connectionId} and provider_id = ${providerId}`);
    if (!row) return undefined;
    const text = row.content && this.cipher.decrypt(row.content, contentContext(owner, providerId));
    return {
      key: keyOf({ ...row, id: providerId }),
      message: text ? proto.Message.fromObject(JSON.parse(text, BufferJSON.reviver)) : null,
    };
  }
}

const keyOf = ({ id, chat, fromMe, participant }: Omit<StoredMessage, 'content'> & { id: string }): WAMessageKey => ({
  id,
  remoteJid: chat,
  fromMe,
  ...(participant ? { participant } : {}),
});
