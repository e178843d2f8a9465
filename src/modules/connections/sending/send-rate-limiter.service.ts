import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import type { ChannelRates } from '../channels/channel.js';

export interface SendTarget {
  readonly companyId: number;
  readonly connectionId: number;
  readonly recipient: string;
  readonly rates: ChannelRates;
}

/** `taken`: send after `waitMs`; otherwise reserve again after `waitMs`. */
export interface RateReservation {
  readonly taken: boolean;
  readonly waitMs: number;
}

/** Longest wait for a reserved slot; waiting longer would block a worker. */
const maxWaitSeconds = 0.25;

/**
 * Keeps all processes within the limits of the provider, by one row per number and one per recipient (GCRA).
 *
 * A reservation is one statement that commits by itself and does not wait for the disk: the row of a busy number is locked
 * for that statement only, and a crash of PostgreSQL loses half a second of the rate at most.
 */
@Injectable()
export class SendRateLimiter {
  constructor(private readonly db: Db) {}

  /** Reserves the next slot of the number and of the recipient, both or neither; call it outside of a transaction. */
  async reserve({ companyId, connectionId, recipient, rates }: SendTarget): Promise<RateReservation> {
    const recipientBucket = bucket(1 / (rates.recipient.everyMs / 1000), rates.recipient.burst);
    const number = numberBucket(rates.perSecond);
    const slot = await this.db.platformRow(
      reserveSlots(companyId, connectionId, { recipient, pair: recipientBucket, number }),
    );
    return slot ?? { taken: false, waitMs: 1000 };
  }

  /**
   * Reserves `count` slots of the number at once, for a campaign; all of them may be sent after `waitMs`. It leaves the burst
   * to conversations: where it is long enough, none of these waits for what a campaign has reserved.
   */
  async reserveMany(
    { companyId, connectionId, rates }: Omit<SendTarget, 'recipient'>,
    count: number,
  ): Promise<RateReservation> {
    const slot = await this.db.platformRow(
      reserveSlotsOfNumber(companyId, connectionId, numberBucket(rates.perSecond), count),
    );
    return slot ?? { taken: false, waitMs: 1000 };
  }

  /**
   * Of a number without a rate, whose senders keep intervals: milliseconds until the next one may send, at most `seconds`,
   * so that a short interval need not wait for the end of a long one. Locks the number until the transaction ends.
   */
  async untilTurn(connectionId: number, seconds: number): Promise<number> {
    const { companyId } = this.db;
    const slot = await this.db.row<{ waitMs: number }>(sql`
      insert into send_slots as s (company_id, connection_id, recipient, busy_until)
      values (${companyId}, ${connectionId}, '', clock_timestamp())
      on conflict (connection_id, recipient) do update
        set busy_until = least(s.busy_until, clock_timestamp() + make_interval(secs => ${seconds}))
      returning greatest(0, ceil(1000 * extract(epoch from busy_until - clock_timestamp())))::integer as "waitMs"`);
    return slot?.waitMs ?? 0;
  }

  /** Whoever has locked the number by {@link untilTurn} sends: nobody else for so long. */
  async takeTurn(connectionId: number, seconds: number): Promise<void> {
    await this.db.run(sql`update send_slots set busy_until = clock_timestamp() + make_interval(secs => ${seconds})
       where company_id = ${this.db.companyId} and connection_id = ${connectionId} and recipient = ''`);
  }

  /** The provider refused for the rate of this recipient: uses up the burst and waits `forMs`. */
  async backOff({ companyId, connectionId, recipient, rates }: SendTarget, forMs: number): Promise<void> {
    const { ahead } = bucket(1000 / rates.recipient.everyMs, rates.recipient.burst);
    await this.db.run(sql`insert into send_slots as s (company_id, connection_id, recipient, busy_until)
       values (${companyId}, ${connectionId}, ${recipient},
         clock_timestamp() + make_interval(secs => ${ahead + forMs / 1000}))
       on conflict (connection_id, recipient) do update set busy_until = greatest(s.busy_until, excluded.busy_until)`);
  }
}

interface Bucket {
  /** Emission interval, seconds. */
  readonly every: number;
  /** Burst tolerance, seconds. */
  readonly ahead: number;
}

function bucket(perSecond: number, burst: number): Bucket {
  return { every: 1 / perSecond, ahead: (burst - 1) / perSecond };
}

/** A twentieth of the rate is the burst, so that no interval of one second holds more than the limit. */
export function numberBucket(perSecond: number): Bucket {
  const spare = Math.max(1, Math.round(perSecond / 20));
  return bucket(Math.max(1, perSecond - spare), spare);
}

const reserveSlotsOfNumber = (
  companyId: number,
  connectionId: number,
  { every, ahead }: Bucket,
  count: number,
): RawBuilder<RateReservation> => {
  const seconds = every * count;
  const lead = Math.max(0, ahead - seconds);
  return sql`
  with quick as materialized (select set_config('synchronous_commit', 'off', true)),
  moment as materialized (select clock_timestamp() as at from quick),
  taken as (
    insert into send_slots as s (company_id, connection_id, recipient, busy_until)
    select ${companyId}, ${connectionId}, '', m.at + make_interval(secs => ${seconds}) from moment m
    on conflict (connection_id, recipient) do update
      set busy_until = greatest(s.busy_until, clock_timestamp()) + make_interval(secs => ${seconds})
      where s.busy_until <= clock_timestamp() + make_interval(secs => ${lead})
    returning busy_until as at)
  select exists (select from taken) as taken, greatest(0, ceil(1000 * extract(epoch from coalesce((select at from taken),
    (select busy_until - make_interval(secs => ${lead}) from send_slots
      where company_id = ${companyId} and connection_id = ${connectionId} and recipient = '')) - clock_timestamp())))::integer as "waitMs"
  from moment`;
};

/**
 * Both slots are read first and reserved together, because one that is reserved while the other is refused would be lost.
 * Of two concurrent reservations both succeed: the later one's slot is then a little further away than the maximum.
 */
const reserveSlots = (
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
    where greatest(f.pair, f.number) <= f.at + ${seconds(maxWaitSeconds)}
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
