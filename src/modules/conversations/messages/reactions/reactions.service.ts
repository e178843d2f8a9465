import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { InboundReaction } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import type { Reaction } from '../message.entity.js';
import { messageErrors, notAnEmoji } from '../messages.errors.js';
import { MessageStored } from '../messages.events.js';
import { providerMessage } from '../outbound/outbound.queries.js';
import { PermanentRefusal, throwForOutcome } from '../outbound/send-outcome.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { type ReactionRow, reactionsToChange, setReactions } from './reactions.queries.js';

/** Sends our reaction to the provider, and restores `previous` when the provider refuses it. */
class SendReaction extends defineJob<{ messageId: number; emoji: string | null; previous: string | null }>(
  'send-reaction',
) {}

const backoff = [2, 10, 60];

/** Each message has one reaction of the company, and one of each customer. */
@Injectable()
export class ReactionsService {
  private readonly logger = new Logger('Reactions');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly windows: CustomerServiceWindowService,
    private readonly rows: MessageReaderService,
  ) {}

  /** Stores and sends the company's reaction; null removes it. @throws 404, 422 if channel or window do not allow it */
  async react(messageId: number, emoji: string | null): Promise<MessageRow> {
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
    if (emoji !== null && !isEmoji(emoji)) throw notAnEmoji();
    this.channels.assertCan(ticket.channel, 'react');
    // without its id the provider cannot find the message
    if (message.providerId === null || message.isDeleted) throw messageErrors.ERR_FETCH_WAPP_MSG();
    // for messages of earlier tickets the window of the newest ticket counts
    const window = await this.windows.remaining(ticket.contactId, { id: ticket.whatsappId, channel: ticket.channel });
    if (!this.windows.isOpen(window)) throw messageErrors.ERR_WINDOW_CLOSED();
    const row = await this.lock(messageId);
    const previous = row && own(row);
    if (row && previous !== undefined && previous !== emoji) {
      await this.writeOwn(row, emoji);
      await this.jobs.add(SendReaction, { messageId, emoji, previous }, { orderingKey: `react:${messageId}` });
    }
    return this.rows.get(messageId);
  }

  /** A request without an answer is repeated, as repeating a reaction is harmless. */
  @JobHandler(SendReaction, { inWeb: true, transactional: false, backoff })
  async perform(payload: SendReaction['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, emoji } = payload;
    try {
      const found = await this.db.runAs(companyId, () => this.find(messageId));
      if (!found) return;
      const { connection, ...target } = found;
      const outcome = await this.channels.get(connection.channel).react?.(connection, { ...target, emoji });
      if (outcome) throwForOutcome(outcome);
    } catch (error) {
      if (error instanceof RetryLater || (!(error instanceof PermanentRefusal) && attempt <= backoff.length))
        throw error;
      this.logger.warn({ msg: 'reaction not sent', messageId, reason: String(error) });
      await this.db.runAs(companyId, () => this.revert(payload));
    }
  }

  /** Restores our previous reaction, unless it was changed again since. */
  private async revert({ messageId, emoji, previous }: SendReaction['payload']): Promise<void> {
    const row = await this.lock(messageId);
    if (row && own(row) === emoji) await this.writeOwn(row, previous);
  }

  /** Stores a customer's reaction; null removes it. */
  async receive(connectionId: number, { targetProviderId, from, emoji }: InboundReaction): Promise<void> {
    const row = await this.lock({ connectionId, providerId: targetProviderId });
    if (!row) return;
    const others = row.reactions.filter((reaction) => reaction.fromMe || reaction.from !== from);
    await this.write(row.id, emoji === null ? others : [...others, { emoji, fromMe: false, from }]);
  }

  private async find(messageId: number) {
    const message = await this.db.row(providerMessage(this.db.companyId, messageId));
    if (!message?.targetProviderId) return undefined;
    const { connectionId, to, targetProviderId } = message;
    return { connection: await this.connections.forChannel(connectionId), to, targetProviderId };
  }

  private lock(message: Parameters<typeof reactionsToChange>[1]): Promise<ReactionRow | undefined> {
    return this.db.row(reactionsToChange(this.db.companyId, message));
  }

  private async writeOwn({ id, reactions }: ReactionRow, emoji: string | null): Promise<void> {
    const others = reactions.filter(({ fromMe }) => !fromMe);
    await this.write(id, emoji === null ? others : [...others, { emoji, fromMe: true, from: '' }]);
  }

  private async write(id: number, reactions: readonly Reaction[]): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(setReactions(companyId, id, reactions));
    this.events.emit(new MessageStored({ companyId, messageId: id, action: 'update' }));
  }
}

const own = ({ reactions }: ReactionRow): string | null => reactions.find(({ fromMe }) => fromMe)?.emoji ?? null;

const segments = new Intl.Segmenter();

/** Whether the text is exactly one emoji; skin tones, joined sequences and flags count as one. */
export function isEmoji(text: string): boolean {
  const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u.test(text);
  return pictured && [...segments.segment(text)].length === 1;
}
