import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import type { InboundContact, InboundMessage, ProviderError } from '../channels/channel.js';
import { PhoneHistoryComplete } from '../connections.events.js';
import { InboxService } from './inbox.service.js';
import {
  customerWithHistory,
  historyOfCustomer,
  insertHistory,
  storeHistoryProgress,
  takeHistoryIds,
} from './phone-history.queries.js';

interface ReceivedHistory {
  readonly events: readonly (InboundMessage | InboundContact)[];
  readonly progress: number | null;
  readonly error: ProviderError | null;
}

/** Messages of a history, oldest first. */
interface WaitingHistory {
  readonly inboxIds: readonly number[];
  /** Lower than the ids of messages that were received since the request; fewer when they are used up. */
  readonly messageIds: readonly number[];
}

const batch = 200;

/**
 * Contacts and messages from before a number was connected, where a manager asked for them. The provider sends the
 * newest first, so that they wait in the inbox until all are there.
 */
@Injectable()
export class PhoneHistoryService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly inbox: InboxService,
  ) {}

  /** Ignores a history that nobody asked for. */
  async receive(connectionId: number, { events, progress, error }: ReceivedHistory): Promise<void> {
    const { companyId } = this.db;
    const notice = error && {
      code: error.code,
      text: t(
        'O dono do celular não compartilha o histórico de conversas.',
        'The owner of the phone does not share the history of conversations.',
        'El dueño del teléfono no comparte el historial de conversaciones.',
      ),
    };
    const row = await this.db.row(storeHistoryProgress(companyId, connectionId, progress, notice));
    if (!row) return;
    const messages = events.filter((event) => event.kind === 'message');
    for (let from = 0; from < messages.length; from += batch)
      await this.db.run(insertHistory(companyId, connectionId, messages.slice(from, from + batch)));
    await this.inbox.store(
      connectionId,
      events.filter((event) => event.kind === 'contact'),
    );
    // files come after the rest
    if (row.progress === 100) this.events.emit(new PhoneHistoryComplete({ connectionId }));
  }

  /**
   * The oldest waiting messages of one customer, at most 200; undefined when all are stored. Call it in a transaction of
   * its own, which locks the connection.
   */
  async next(connectionId: number): Promise<WaitingHistory | undefined> {
    const { companyId } = this.db;
    const customer = await this.db.row(customerWithHistory(companyId, connectionId));
    if (!customer) return undefined;
    const rows = await this.db.rows(historyOfCustomer(companyId, connectionId, customer.from, batch));
    const ids = await this.db.row(takeHistoryIds(companyId, connectionId, rows.length));
    return {
      inboxIds: rows.map(({ id }) => id),
      messageIds: Array.from({ length: ids?.taken ?? 0 }, (_, index) => (ids?.first ?? 0) + index),
    };
  }
}
