import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { MessagesService } from '../../../conversations/messages/conversation/messages.service.js';
import { messageErrors } from '../../../conversations/messages/messages.errors.js';
import { TicketsService } from '../../../conversations/tickets/crud/tickets.service.js';
import type { PublicMessageInput } from './public-messages.dto.js';
import { type SentMessageRow, sentMessage } from './public-messages.queries.js';

/** A message in responses of the public API. */
export interface PublicMessage extends Omit<SentMessageRow, 'errorText'> {
  readonly errorText: string | null;
}

/** The first message; `messages` contains all of them when several files were sent. */
export interface SendAnswer extends Pick<PublicMessage, 'id' | 'status' | 'ticketId'> {
  readonly messages: readonly Pick<PublicMessage, 'id' | 'status'>[];
}

/** Sends messages on the connection of the token, in the ticket where the contact's own messages would be. */
@Injectable()
export class PublicMessagesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly connections: ConnectionsService,
    private readonly contacts: ContactsService,
    private readonly tickets: TicketsService,
    private readonly messages: MessagesService,
  ) {}

  async send(input: PublicMessageInput, files: readonly UploadedFile[]): Promise<SendAnswer> {
    const connection = await this.connections.findOrDefault(this.connectionId);
    const contact = await this.contacts.upsert({ number: input.number, ...(input.name ? { name: input.name } : {}) });
    const ticket = await this.tickets.findOrCreate(contact, connection, input);
    const body = input.body?.trim() ? input.body : (input.caption ?? '');
    const sent = await this.messages.send(
      ticket.id,
      { body, ...(input.template ? { template: input.template } : {}) },
      files,
      { bot: input.bot === true },
    );
    if (input.closeTicket) await this.tickets.update(ticket.id, { status: 'closed' });
    const [first] = sent;
    if (!first) throw messageErrors.ERR_CREATING_MESSAGE();
    const messages = sent.map(({ id, status }) => ({ id, status }));
    return { id: first.id, status: first.status, ticketId: ticket.id, messages };
  }

  /** @throws 404, also for a message of another connection */
  async get(id: number): Promise<PublicMessage> {
    const row = await this.db.row(sentMessage(this.db.companyId, this.connectionId, id));
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return { ...row, errorText: row.errorText?.[this.context.locale] ?? null };
  }

  private get connectionId(): number {
    const { program } = this.context.actor;
    if (program?.kind !== 'connection') throw new Error('Only routes of integrations know their connection');
    return program.id;
  }
}
