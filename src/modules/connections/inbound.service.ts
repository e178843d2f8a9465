import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import type { InboundEvent } from './channels/channel.js';
import { InboundReceived } from './connections.events.js';

/** The one door for everything that customers and providers tell us. */
@Injectable()
export class InboundService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /**
   * Stores events of one connection in the current transaction of its company; handled after the commit, in order per
   * customer. What was told before changes nothing. Answers how many were new.
   */
  async receive(connectionId: number, events: readonly InboundEvent[]): Promise<number> {
    let fresh = 0;
    const externals = [...new Set(events.map((event) => `inbox:${connectionId}:${externalOf(event)}`))];
    // stored in one order per customer even when two calls come at once; sorted, so that they cannot wait for each other
    await this.db.rows(
      'select pg_advisory_xact_lock(hashtextextended(k, 0)) from (select k from unnest(?::text[]) k order by k) x',
      [externals],
    );
    for (const event of events.toSorted((a, b) => a.timestamp - b.timestamp)) {
      const row = await this.db.row<{ id: number }>(
        `insert into inbox_events (company_id, connection_id, event_id, payload)
         select c.company_id, c.id, ?, ? from connections c where c.id = ? and c.deleted_at is null
         on conflict (connection_id, event_id) do nothing returning id`,
        [event.eventId, JSON.stringify(event), connectionId],
      );
      if (!row) continue;
      fresh += 1;
      this.events.emit(new InboundReceived(connectionId, row.id, externalOf(event)));
    }
    if (fresh > 0) await this.db.run('update connections set last_inbound_at = now() where id = ?', [connectionId]);
    return fresh;
  }
}

/** Whom an event belongs to: the group, the customer, or the recipient of our message. */
function externalOf(event: InboundEvent): string {
  if (event.kind === 'status') return event.recipient;
  return event.kind === 'message' && event.group ? event.group.id : event.from;
}
