import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { ChannelRates } from '../channels/channel.js';

export interface SendTarget {
  readonly companyId: number;
  readonly connectionId: number;
  readonly recipient: string;
  readonly rates: ChannelRates;
}

/** `taken`: the message may be sent after `waitMs`; otherwise reserve again after `waitMs`. */
export interface RateReservation {
  readonly taken: boolean;
  readonly waitMs: number;
}

/** Longest wait for a reserved slot; a longer wait would block a worker. */
const maxWaitSeconds = 0.25;

interface Bucket {
  /** Emission interval in seconds. */
  readonly every: number;
  /** Burst tolerance in seconds. */
  readonly ahead: number;
}

export function bucket(perSecond: number, burst: number): Bucket {
  return { every: 1 / perSecond, ahead: (burst - 1) / perSecond };
}

/** The burst is a twentieth of the rate, so that no interval of one second contains more messages than the limit. */
export function numberBucket(perSecond: number): Bucket {
  const spare = Math.max(1, Math.round(perSecond / 20));
  return bucket(Math.max(1, perSecond - spare), spare);
}

/** Reserves `count` slots of a number, if they are free now. */
export const reserveSlotsOfNumber = (
  companyId: number,
  connectionId: number,
  { every, ahead }: Bucket,
  count: number,
): Statement<RateReservation> => {
  const taken = every * count;
  // the burst is for conversations, but a campaign may use half of a short one, so that a late request keeps its pace
  const tolerance = Math.max(ahead / 2, ahead - taken);
  return sql`
  with quick as materialized (select set_config('synchronous_commit', 'off', true)),
  moment as materialized (select clock_timestamp() as at from quick),
  taken as (
    insert into send_slots as s (company_id, connection_id, recipient, busy_until)
    select ${companyId}, ${connectionId}, '', m.at + make_interval(secs => ${taken}) from moment m
    on conflict (connection_id, recipient) do update
      set busy_until = greatest(s.busy_until, clock_timestamp()) + make_interval(secs => ${taken})
      where s.busy_until <= clock_timestamp() + make_interval(secs => ${tolerance})
    returning busy_until - make_interval(secs => ${taken + ahead}) as at)
  select exists (select from taken) as taken, ceil(1000 * extract(epoch from coalesce((select at from taken),
    (select busy_until - make_interval(secs => ${tolerance}) from send_slots
      where company_id = ${companyId} and connection_id = ${connectionId} and recipient = '')) - clock_timestamp()))::integer as "waitMs"
  from moment`;
};

/** SQL of {@link numberBucket} for the row `t`. */
const numberBucketSql = sql`(select 1 / x.used as number_every, (x.spare - 1) / x.used as number_ahead
  from (select s.spare, greatest(1, t.per_second - s.spare) as used
    from (select greatest(1, round(t.per_second / 20.0)) as spare) s) x)`;

/** The rates of channels as rows `r`, for the target of {@link reserving}. */
export const ratesOf = (channels: Readonly<Record<string, ChannelRates>>): RawBuilder<unknown> => {
  const rows = Object.entries(channels).map(([channel, { perSecond, recipient }]) => {
    const { every, ahead } = bucket(1000 / recipient.everyMs, recipient.burst);
    return sql`(${sql.join([channel, perSecond, every, ahead].map((value) => sql.lit(value)))})`;
  });
  return sql`(values ${sql.join(rows)}) r (channel, per_second, pair_every, pair_ahead)`;
};

/**
 * CTEs that reserve the next slots for the one row of `target`, if it exists; `slot` is the {@link RateReservation}.
 * The target has `company_id`, `connection_id`, `recipient`, `per_second`, `pair_every` and `pair_ahead`.
 * Both slots are read first and reserved together, because a slot reserved while the other is refused would be lost.
 * Two concurrent reservations both succeed: the slot of the later one may exceed the maximum wait a little.
 */
export const reserving = (target: RawBuilder<unknown>): RawBuilder<unknown> => {
  const busyUntil = (
    recipient: RawBuilder<unknown>,
  ): RawBuilder<unknown> => sql`coalesce((select s.busy_until from send_slots s
        where s.company_id = a.company_id and s.connection_id = a.connection_id and s.recipient = ${recipient}), a.at)`;
  const seconds = (count: RawBuilder<unknown>): RawBuilder<unknown> => sql`make_interval(secs => ${count})`;
  const taking = (
    kind: 'pair' | 'number',
    recipient: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
  ): RawBuilder<unknown> => {
    const [every, ahead] = [sql.ref(`f.${kind}_every`), sql.ref(`f.${kind}_ahead`)];
    return sql`
    insert into send_slots as s (company_id, connection_id, recipient, busy_until)
    select f.company_id, f.connection_id, ${recipient}, f.at + ${seconds(every)} from free f where ${where}
    on conflict (connection_id, recipient) do update
      set busy_until = greatest(s.busy_until, clock_timestamp()) + (select ${seconds(every)} from free f)
    returning busy_until - (select ${seconds(sql`${every} + ${ahead}`)} from free f) as at`;
  };
  return sql`
  asked as materialized (select t.*, b.*, clock_timestamp() as at from (${target}) t cross join lateral ${numberBucketSql} b),
  free as materialized (
    select a.*, ${busyUntil(sql`a.recipient`)} - ${seconds(sql`a.pair_ahead`)} as pair,
      ${busyUntil(sql`''`)} - ${seconds(sql`a.number_ahead`)} as number
    from asked a),
  pair as (${taking('pair', sql`f.recipient`, sql`greatest(f.pair, f.number) <= f.at + ${seconds(sql.lit(maxWaitSeconds))}`)}),
  number as (${taking('number', sql`''`, sql`exists (select from pair)`)}),
  slot as (select exists (select from number) as taken,
    greatest(0, ceil(1000 * extract(epoch from
      coalesce((select greatest(p.at, n.at) from pair p, number n), greatest(f.pair, f.number)) - clock_timestamp())))::integer as "waitMs"
    from free f)`;
};

/** Reserves the next slot of both a number and a recipient, or neither. */
export const reserveSlot = ({ companyId, connectionId, recipient, rates }: SendTarget): Statement<RateReservation> => {
  const target = sql`
      select ${companyId}::bigint as company_id, ${connectionId}::bigint as connection_id, ${recipient}::text as recipient,
        r.per_second, r.pair_every, r.pair_ahead from ${ratesOf({ '': rates })}`;
  return sql`
      with ${reserving(target)} select s.* from slot s, (select set_config('synchronous_commit', 'off', true)) quick`;
};

/** Locks a number without a rate until the transaction ends. @returns milliseconds until it may send, at most `seconds` */
export const lockNumber = (companyId: number, connectionId: number, seconds: number): Statement<{ waitMs: number }> =>
  sql`
      insert into send_slots as s (company_id, connection_id, recipient, busy_until)
      values (${companyId}, ${connectionId}, '', clock_timestamp())
      on conflict (connection_id, recipient) do update
        set busy_until = least(s.busy_until, clock_timestamp() + make_interval(secs => ${seconds}))
      returning greatest(0, ceil(1000 * extract(epoch from busy_until - clock_timestamp())))::integer as "waitMs"`;

/** Nobody else may use the number for `seconds` from now on. */
export const occupyNumber = (companyId: number, connectionId: number, seconds: number): Statement =>
  sql`update send_slots set busy_until = clock_timestamp() + make_interval(secs => ${seconds})
       where company_id = ${companyId} and connection_id = ${connectionId} and recipient = ''`;

/** The recipient is busy for at least `seconds`. */
export const occupyRecipient = (
  { companyId, connectionId, recipient }: Omit<SendTarget, 'rates'>,
  seconds: number,
): Statement =>
  sql`insert into send_slots as s (company_id, connection_id, recipient, busy_until)
       values (${companyId}, ${connectionId}, ${recipient},
         clock_timestamp() + make_interval(secs => ${seconds}))
       on conflict (connection_id, recipient) do update set busy_until = greatest(s.busy_until, excluded.busy_until)`;
