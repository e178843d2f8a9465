import { sql } from 'kysely';
import { listed, type Statement } from '../../../../../core/database/statements.js';

export interface StoredMessage {
  /** The provider's id of the message. */
  readonly id: string;
  readonly chat: string;
  readonly fromMe: boolean;
  readonly participant: string | null;
  /** Encrypted. */
  readonly content: string | null;
}

export interface NewMessage extends StoredMessage {
  /** Number of the customer or id of the group. */
  readonly external: string;
}

export const insertMessages = (
  companyId: number,
  connectionId: number,
  messages: readonly NewMessage[],
): Statement => sql`
      insert into whatsapp_messages (company_id, connection_id, provider_id, external, chat, from_me, participant, content)
      select ${companyId}, ${connectionId}, m.id, m.external, m.chat, m.from_me, m.participant, m.content
      from ${listed('m', {
        id: ['text', messages.map(({ id }) => id)],
        external: ['text', messages.map(({ external }) => external)],
        chat: ['text', messages.map(({ chat }) => chat)],
        from_me: ['boolean', messages.map(({ fromMe }) => fromMe)],
        participant: ['text', messages.map(({ participant }) => participant)],
        content: ['text', messages.map(({ content }) => content)],
      })}
      on conflict (connection_id, provider_id) do nothing`;

export const messageKeys = (
  companyId: number,
  connectionId: number,
  providerIds: readonly string[],
): Statement<Omit<StoredMessage, 'content'>> => sql`
      select provider_id as id, chat, from_me as "fromMe", participant from whatsapp_messages
      where company_id = ${companyId} and connection_id = ${connectionId} and provider_id = any(${providerIds}::text[])`;

export const messageOf = (
  companyId: number,
  connectionId: number,
  providerId: string,
): Statement<Omit<StoredMessage, 'id'>> => sql`
      select chat, from_me as "fromMe", participant, content from whatsapp_messages
      where company_id = ${companyId} and connection_id = ${connectionId} and provider_id = ${providerId}`;

/** Removes the messages with these numbers or groups. */
export const removeMessagesWith = (companyId: number, externals: readonly string[]): Statement => sql`
      delete from whatsapp_messages where company_id = ${companyId} and external = any(${externals}::text[])`;
