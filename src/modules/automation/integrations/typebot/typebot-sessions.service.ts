import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { AutomaticAnswersEnding } from '../../../conversations/messages/messages.events.js';
import { TicketAccepting, TicketClosing } from '../../../conversations/tickets/tickets.events.js';
import { removeTypebotSessions } from '../queries/integrations.queries.js';
import { IntegratedConversationsService, type OutgoingFile } from '../replies/integrated-conversations.service.js';
import { messageText } from '../replies/webhook-reply.js';
import type { Bubble } from './typebot-reply.js';
import { TypebotSession } from './typebot-session.entity.js';

/** The result of sending a bubble. */
export interface SaidBubble {
  /** Whether the file now belongs to a message. */
  readonly sentFile: boolean;
  /** Time until the next bubble; undefined: there is none. */
  readonly waitMs?: number | undefined;
}

export type FlowOf = Readonly<{ ticketId: number; integrationId: number }>;

/** Sessions of flows, and the answers that wait to be sent; changed while their ticket is locked. */
@Injectable()
export class TypebotSessionsService {
  constructor(
    private readonly db: Db,
    private readonly conversations: IntegratedConversationsService,
  ) {}

  /** The flow no longer answers. */
  async stop({ ticketId, integrationId }: FlowOf): Promise<void> {
    const ticket = await this.conversations.lock(ticketId, integrationId);
    await this.end(ticketId);
    if (ticket) await this.conversations.stop(ticket, 'unavailable');
  }

  /** The next bubble; if no file can be sent, its address becomes the text. */
  async nextBubble(flow: FlowOf): Promise<Bubble | undefined> {
    const ticket = await this.conversations.lock(flow.ticketId, flow.integrationId);
    const [bubble] = (await this.find(flow))?.bubbles ?? [];
    if (!ticket || bubble?.url === undefined || this.conversations.takesFiles(ticket)) return bubble;
    return { delayMs: bubble.delayMs, text: bubble.url };
  }

  /** Removes the next bubble from the list and sends it. @param file the bubble's file; undefined: its text is sent */
  async sayNext(flow: FlowOf, text: string, file: OutgoingFile | undefined): Promise<SaidBubble> {
    const ticket = await this.conversations.lock(flow.ticketId, flow.integrationId);
    const session = await this.find(flow);
    const [bubble, ...rest] = session?.bubbles ?? [];
    if (!session || !bubble) return { sentFile: false };
    if (!ticket) {
      await this.end(flow.ticketId);
      return { sentFile: false };
    }
    session.bubbles = rest;
    await this.db.em.flush();
    const sentFile = file !== undefined && (await this.conversations.sendFile(ticket, file, bubble.url ?? ''));
    if (!file && !(await this.conversations.say(ticket, messageText(text)))) {
      await this.end(flow.ticketId);
      return { sentFile };
    }
    return { sentFile, waitMs: rest[0]?.delayMs };
  }

  @InTransaction(AutomaticAnswersEnding)
  async automaticAnswersEnding({ ticketId }: AutomaticAnswersEnding): Promise<void> {
    await this.end(ticketId);
  }

  @InTransaction(TicketAccepting)
  async ticketAccepting({ ticket }: TicketAccepting): Promise<void> {
    await this.end(ticket.id);
  }

  @InTransaction(TicketClosing)
  async ticketClosing({ ticket }: TicketClosing): Promise<void> {
    await this.end(ticket.id);
  }

  /** Forgets the sessions of the conversation. */
  async end(ticketId: number): Promise<void> {
    await this.db.em.flush();
    await this.db.run(removeTypebotSessions(this.db.companyId, ticketId));
  }

  async find({ ticketId, integrationId }: FlowOf): Promise<TypebotSession | undefined> {
    const { companyId } = this.db;
    const where = { companyId, ticketId, integrationId };
    const [session] = await this.db.em.find(TypebotSession, where, { orderBy: { id: 'desc' }, limit: 1 });
    return session;
  }

  create(contactId: number, { ticketId, integrationId }: FlowOf): TypebotSession {
    const state = { sessionId: null, question: null, bubbles: [], askedMessageId: null, answeredAt: null };
    return this.db.em.create(
      TypebotSession,
      { ticketId, contactId, integrationId, answeredMessageId: 0, ...state },
      { partial: true },
    );
  }
}
