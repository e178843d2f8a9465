import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { OnEvent } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { RoomJoin } from '../../../../core/realtime/rooms.js';
import { SessionsEnded } from '../../../people/auth/auth.events.js';
import { ChatMessageStored } from '../../chats/chats.events.js';
import { MessageReceived } from '../../messages/messages.events.js';
import { TicketNoteAdded } from '../../tickets/notes/ticket-notes.events.js';
import { usersWhoSee } from '../../tickets/queries/ticket-references.queries.js';
import { TicketChanged } from '../../tickets/tickets.events.js';
import { PushCompaniesService } from '../subscriptions/push-companies.service.js';
import { DeliverPush, foregroundRoom } from './deliver-push.job.js';
import {
  chatMessage,
  isAnyOf,
  mentionsOfNote,
  noticedTicket,
  recipientsOf,
  removeSubscriptionsOf,
} from './push.queries.js';
import { type PushKind, pushTexts } from './push-kinds.js';

interface Subject {
  readonly uuid: string;
  readonly name: string;
}

const when = ({ companyId }: { readonly companyId: number }, { companies }: PushListener): boolean =>
  companies.has(companyId);

/** Notifies users on their devices of events for which tabs play a sound. Needs subscriptions in the company. */
@Injectable()
export class PushListener {
  constructor(
    readonly companies: PushCompaniesService,
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  @OnEvent(MessageReceived, { when, payload: ({ companyId, ticketId }) => ({ companyId, ticketId }) })
  async messageReceived({ companyId, ticketId }: MessageReceived): Promise<void> {
    const ticket = await this.db.row(noticedTicket(companyId, ticketId));
    if (ticket?.status === 'pending') await this.notifyOfTicket('waiting', ticket, usersWhoSee(ticket));
    else if (ticket?.status === 'open' && ticket.userId !== null)
      await this.notifyOfTicket('message', ticket, isAnyOf([ticket.userId]));
  }

  @OnEvent(TicketChanged, {
    when: (event, listener: PushListener) => Boolean(event.action) && when(event, listener),
  })
  async ticketChanged({ companyId, ticketId, before, action }: TicketChanged): Promise<void> {
    const ticket = await this.db.row(noticedTicket(companyId, ticketId));
    if (ticket?.status !== 'open' || ticket.userId === null) return;
    const { userId } = ticket;
    if (userId !== action?.by.id && userId !== before?.userId)
      await this.notifyOfTicket('assigned', ticket, isAnyOf([userId]));
  }

  @OnEvent(TicketNoteAdded, { when })
  async noteAdded({ companyId, noteId }: TicketNoteAdded): Promise<void> {
    const mentions = await this.db.rows(mentionsOfNote(companyId, noteId));
    const ticket = mentions[0] && (await this.db.row(noticedTicket(companyId, mentions[0].ticketId)));
    if (!ticket) return;
    await this.notifyOfTicket('mention', ticket, isAnyOf(mentions.map(({ userId }) => userId)));
  }

  @OnEvent(ChatMessageStored, {
    when: (event, listener: PushListener) => event.action === 'create' && when(event, listener),
  })
  async chatMessageStored({ companyId, messageId }: ChatMessageStored): Promise<void> {
    const message = await this.db.row(chatMessage(companyId, messageId));
    if (!message) return;
    const path = `/chats/${message.uuid}`;
    await this.notify('mention', message, path, isAnyOf(message.named));
    await this.notify('chat', message, path, isAnyOf(message.others));
  }

  /** Deletes subscriptions of ended sessions. Expired sessions are not sent to; their rows go with the sessions. */
  @OnEvent(SessionsEnded, { when })
  async sessionsEnded({ companyId, sids }: SessionsEnded): Promise<void> {
    await this.db.run(removeSubscriptionsOf(companyId, sids));
  }

  /** A tab joins this room while it is visible; its browser then gets no notices. */
  @RoomJoin('Foreground', { shows: 'viewing' })
  async joinForeground({ companyId, sessionId }: Actor): Promise<string[]> {
    return [foregroundRoom(companyId, sessionId)];
  }

  private notifyOfTicket(kind: PushKind, ticket: Subject, users: Condition): Promise<void> {
    return this.notify(kind, ticket, `/tickets/${ticket.uuid}`, users);
  }

  private async notify(kind: PushKind, { uuid, name }: Subject, path: string, users: Condition): Promise<void> {
    const recipients = await this.db.rows(recipientsOf(this.db.companyId, kind, users));
    for (const { subscriptionId, language } of recipients) {
      const notice = { title: name, body: pushTexts[kind][language], path, uuid };
      await this.jobs.add(
        DeliverPush,
        { subscriptionId, ...notice },
        // several messages in a row cause one notice
        { key: `push:${subscriptionId}:${uuid}` },
      );
    }
  }
}
