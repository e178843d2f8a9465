import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { ChannelRates } from '../channels/channel.js';

/** Who sends to whom, and what the provider allows. */
export interface SendTarget {
  readonly companyId: number;
  readonly connectionId: number;
  readonly recipient: string;
  readonly rates: ChannelRates;
}

/** `taken`: the slot is ours in so many milliseconds; otherwise it is worth asking again after them. */
export interface RateReservation {
  readonly taken: boolean;
  readonly waitMs: number;
}

/** A slot so near is taken and waited for; one further away would only hold up a worker. */
const nearSeconds = 0.25;

/**
 * Keeps every process together within what a provider allows, by one row per number and one per recipient (GCRA).
 *
 * Taking a slot is one statement that commits by itself and does not wait for the disk: the row of a busy number is locked
 * for the time of that statement only, and what a crash of PostgreSQL could lose is half a second of a rate.
 */
@Injectable()
export class SendRateLimiter {
  constructor(private readonly db: Db) {}

  /** Takes the next slot of the number and of the recipient, both or neither; call it outside of a transaction. */
  async reserve({ companyId, connectionId, recipient, rates }: SendTarget): Promise<RateReservation> {
    const pair = bucket(1 / (rates.recipient.everyMs / 1000), rates.recipient.burst);
    const number = numberBucket(rates.perSecond);
    const slot = await this.db.platformRow(takeSlots(companyId, connectionId, { recipient, pair, number }));
    return slot ?? { taken: false, waitMs: 1000 };
  }

  /** The provider says that this recipient had too much: what may be sent at once is used up, and it waits. */
  async backOff({ companyId, connectionId, recipient, rates }: SendTarget, forMs: number): Promise<void> {
    const { ahead } = bucket(1000 / rates.recipient.everyMs, rates.recipient.burst);
    await this.db.run(
      sql`insert into send_slots as s (company_id, connection_id, recipient, busy_until)
       values (${companyId}, ${connectionId}, ${recipient},
         clock_timestamp() + make_interval(secs => ${ahead + forMs / 1000}))
       on conflict (connection_id, recipient) do update set busy_until = greatest(s.busy_until, excluded.busy_until)`,
    );
  }
}

interface Bucket {
  /** Seconds between two messages at the even pace. */
  readonly every: number;
  /** Seconds by which messages may be ahead of it. */
  readonly ahead: number;
}

function bucket(perSecond: number, burst: number): Bucket {
  return { every: 1 / perSecond, ahead: (burst - 1) / perSecond };
}

/** A twentieth is kept to catch up after a gap, so that no second, wherever it begins, holds more than the limit. */
export function numberBucket(perSecond: number): Bucket {
  const spare = Math.max(1, Math.round(perSecond / 20));
  return bucket(Math.max(1, perSecond - spare), spare);
}

/**
 * Slots are looked at first and taken together, because one that is taken beside one that is refused would be lost. Two that
 * look at the same time both take: the later one's slot is then a little further away than was asked for.
 */
const takeSlots = (
  companyId: number,
  connectionId: number,
  { recipient, pair, number }: { readonly recipient: string; readonly pair: Bucket; readonly number: Bucket },
): RawBuilder<RateReservation> => {
  const of = (who: string): RawBuilder<unknown> =>
    sql`company_id = ${companyId} and connection_id = ${connectionId} and recipient = ${who}`;
  const seconds = (count: number): RawBuilder<unknown> => sql`make_interval(secs => ${count})`;
  return sql`
  with quick as materialized (select set_config('synchronous_commit', 'off', true)),
  moment as materialized (select clock_timestamp() as at from quick),
  free as materialized (
    select m.at,
      coalesce((select busy_until from send_slots where ${of(recipient)}), m.at) - ${seconds(pair.ahead)} as pair,
      coalesce((select busy_until from send_slots where ${of('')}), m.at) - ${seconds(number.ahead)} as number
    from moment m),
  pair as (
    insert into send_slots as s (company_id, connection_id, recipient, busy_until)
    select ${companyId}, ${connectionId}, ${recipient}, f.at + ${seconds(pair.every)} from free f
    where greatest(f.pair, f.number) <= f.at + ${seconds(nearSeconds)}
    on conflict (connection_id, recipient) do update
      set busy_until = greatest(s.busy_until, clock_timestamp()) + ${seconds(pair.every)}
    returning busy_until - ${seconds(pair.every + pair.ahead)} as at),
  number as (
    insert into send_slots as s (company_id, connection_id, recipient, busy_until)
    select ${companyId}, ${connectionId}, '', f.at + ${seconds(number.every)} from free f where exists (select from pair)
    on conflict (connection_id, recipient) do update
      set busy_until = greatest(s.busy_until, clock_timestamp()) + ${seconds(number.every)}
    returning busy_until - ${seconds(number.every + number.ahead)} as at)
  select exists (select from number) as taken,
    greatest(0, ceil(1000 * extract(epoch from
      coalesce((select greatest(p.at, n.at) from pair p, number n), greatest(f.pair, f.number)) - clock_timestamp())))::integer as "waitMs"
  from free f`;
};
