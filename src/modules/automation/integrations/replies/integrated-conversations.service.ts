import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { Events } from '../../../../core/events/events.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { AutomaticAnswersEnd } from '../../../conversations/messages/messages.events.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { mediaKindOf } from '../../../conversations/messages/outbound/message-composer.service.js';
import {
  type DraftFile,
  OutboundMessagesService,
  systemDraft,
} from '../../../conversations/messages/outbound/outbound-messages.service.js';
import { ResponderHandoverService } from '../../../conversations/messages/outbound/responder-handover.service.js';
import { TicketTransfersService } from '../../../conversations/tickets/assignment/ticket-transfers.service.js';
import { mayBotAnswer } from '../../../conversations/tickets/bot.policy.js';
import { CustomerServiceWindowService } from '../../../conversations/tickets/lifecycle/customer-service-window.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { withoutMarks } from '../../prompts/answers/message-marks.policy.js';
import { commandOf, type IntegrationCommand } from './commands.js';

/** A longer text is divided; with the mark of automatic texts each part fits into a message. */
const maxPart = 4_000;
const maxParts = 5;

/** Interval between checks whether a customer's file has been fetched. */
export const fileRetryMs = 1_000;

/** A stored file that an integration sends. */
export type OutgoingFile = DraftFile;

/** What integrations do in the conversations that they answer. */
@Injectable()
export class IntegratedConversationsService {
  private readonly logger = new Logger('Integrations');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly handover: ResponderHandoverService,
    private readonly transfers: TicketTransfersService,
    private readonly windows: CustomerServiceWindowService,
    private readonly texts: AutomaticMessagesService,
    private readonly outbound: OutboundMessagesService,
    private readonly channels: ChannelsService,
  ) {}

  /** Locks the ticket; undefined when the integration no longer answers it. */
  async lock(ticketId: number, integrationId: number): Promise<Ticket | undefined> {
    const ticket = await this.locks.lockExisting(ticketId);
    return ticket && mayBotAnswer(ticket) && ticket.integrationId === integrationId ? ticket : undefined;
  }

  /**
   * Sends a text, as `messageText` returns it, to the customer, or executes the command in it. The caller has locked the
   * ticket. Returns false when the integration no longer answers the ticket.
   */
  async say(ticket: Ticket, text: string, { preview = true } = {}): Promise<boolean> {
    const command = commandOf(text);
    if (command) return this.obey(ticket, command);
    if (command === null) this.logger.warn({ msg: 'no such command of an integration', ticketId: ticket.id });
    else if (this.windows.isOpen(ticket.windowUntil)) {
      const shown = this.channels.get(ticket.channel).showsMarks ? withoutMarks(text) : text;
      for (const body of divided(shown)) await this.texts.sendText(ticket, body, null, { preview });
    }
    return true;
  }

  /** Whether files may be sent to the customer now. */
  takesFiles({ windowUntil, channel }: Ticket): boolean {
    return this.windows.isOpen(windowUntil) && this.channels.get(channel).capabilities.media.length > 0;
  }

  /**
   * Sends a stored file, or its original address if the channel does not take this kind of file.
   * @returns whether the file was sent; otherwise it is not needed any more
   */
  async sendFile(ticket: Ticket, file: OutgoingFile, url: string): Promise<boolean> {
    if (!this.windows.isOpen(ticket.windowUntil)) return false;
    const mediaType = mediaKindOf(file.mime);
    const isSent = this.channels.get(ticket.channel).capabilities.media.includes(mediaType);
    if (isSent) await this.outbound.enqueue(ticket, { ...systemDraft, body: '', mediaType, file });
    else await this.texts.sendText(ticket, url);
    return isSent;
  }

  /** The department menu continues unless somebody has taken the ticket. */
  stop(ticket: Ticket, reason: AutomaticAnswersEnd): Promise<void> {
    return this.handover.stop(ticket, reason);
  }

  /** Ignores departments and attendants that belong to another company or do not match. */
  private async obey(ticket: Ticket, { queueId, userId, stopBot }: IntegrationCommand): Promise<boolean> {
    const before = assignmentOf(ticket);
    if (queueId !== undefined || userId !== undefined) {
      try {
        await this.transfers.transfer(ticket, {
          ...(queueId === undefined ? {} : { queueId }),
          ...(userId === undefined ? {} : { userId }),
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.logger.warn({ msg: 'command of an integration refused', ticketId: ticket.id, reason: error.code });
        return true;
      }
      this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id, before }));
      await this.stop(ticket, 'transferred');
    } else if (stopBot) await this.stop(ticket, 'finished');
    return false;
  }
}

/** Divides a text into parts that fit into a message, at the last possible line or word. */
function divided(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest !== '' && parts.length < maxParts) {
    const start = rest.slice(0, maxPart).replace(/[\ud800-\udbff]$/, '');
    const end = rest.length <= maxPart ? -1 : Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
    const part = end > maxPart / 2 ? start.slice(0, end) : start;
    parts.push(part.trim());
    rest = rest.slice(part.length).trim();
  }
  return parts;
}
