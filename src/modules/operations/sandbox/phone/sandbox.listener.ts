import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, BroadcastBatch, type Emission } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { AttendantTyping, MessageStored } from '../../../conversations/messages/messages.events.js';
import { TicketRead } from '../../../conversations/tickets/tickets.events.js';
import { phoneOfTicket } from './sandbox.queries.js';
import { type SandboxAddress, type SandboxMessage, SandboxService } from './sandbox.service.js';

export interface SandboxEvent extends SandboxAddress {
  readonly action: 'message' | 'ack' | 'read' | 'typing';
  /** Only in events about messages. */
  readonly message?: SandboxMessage;
  /** Only in events about typing: the server's time, as for messages. */
  readonly at?: string;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    sandbox: SandboxEvent;
  }
}

/** Sends changes to the phones at /sandbox. */
@Injectable()
export class SandboxListener {
  constructor(
    private readonly db: Db,
    private readonly sandbox: SandboxService,
  ) {}

  @BroadcastBatch(MessageStored)
  async stored(events: readonly MessageStored[]): Promise<Emission<SandboxEvent>[][]> {
    const all = await this.sandbox.phoneMessages(events.map(({ messageId }) => messageId));
    return events.map(({ companyId, messageId, action }) => {
      const shown = all.find((each) => each.messageId === messageId);
      if (!shown) return [];
      const { address, message } = shown;
      return [
        {
          rooms: [rooms.admins(companyId)],
          ...companyEvent(companyId, 'sandbox', {
            action: action === 'create' ? 'message' : 'ack',
            ...address,
            message,
          }),
        },
      ];
    });
  }

  /** The attendant read the conversation, so the ticks of all the customer's messages may have changed. */
  @Broadcast(TicketRead)
  read({ companyId, ticketId }: TicketRead): Promise<Emission<SandboxEvent>[]> {
    return this.emissionFor(companyId, ticketId, 'read');
  }

  @Broadcast(AttendantTyping)
  typing({ companyId, ticketId, at }: AttendantTyping): Promise<Emission<SandboxEvent>[]> {
    return this.emissionFor(companyId, ticketId, 'typing', { at });
  }

  private async emissionFor(
    companyId: number,
    ticketId: number,
    action: 'read' | 'typing',
    more = {},
  ): Promise<Emission<SandboxEvent>[]> {
    const address = await this.db.row(phoneOfTicket(this.db.companyId, ticketId));
    if (!address) return [];
    const event = companyEvent(companyId, 'sandbox', { action, ...address, ...more });
    return [{ rooms: [rooms.admins(companyId)], ...event }];
  }
}
