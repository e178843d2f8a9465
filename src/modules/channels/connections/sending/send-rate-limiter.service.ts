import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import {
  bucket,
  lockNumber,
  numberBucket,
  occupyNumber,
  occupyRecipient,
  type RateReservation,
  reserveSlot,
  reserveSlotsOfNumber,
  type SendTarget,
} from './send-slots.queries.js';

/**
 * Keeps all processes within the limits of the provider, by one row per number and one per recipient (GCRA).
 *
 * A reservation is one statement that commits by itself and does not wait for the disk: the row of a busy number is locked
 * for that statement only, and a crash of PostgreSQL loses half a second of the rate at most.
 */
@Injectable()
export class SendRateLimiterService {
  constructor(private readonly db: Db) {}

  /** Reserves the next slot of the number and of the recipient, both or neither; call it outside of a transaction. */
  async reserve(target: SendTarget): Promise<RateReservation> {
    const slot = await this.db.platformRow(reserveSlot(target));
    return slot ?? { taken: false, waitMs: 1000 };
  }

  /**
   * Reserves `count` slots of the number at once, for a campaign: only when they are free, so that conversations, which may
   * reserve ahead, go first. The n-th may be sent after `waitMs + n * everyMs`, which may be negative.
   */
  async reserveMany(
    { companyId, connectionId, rates }: Omit<SendTarget, 'recipient'>,
    count: number,
  ): Promise<RateReservation & { readonly everyMs: number }> {
    const { every, ahead } = numberBucket(rates.perSecond);
    const slot = await this.db.platformRow(reserveSlotsOfNumber(companyId, connectionId, { every, ahead }, count));
    return { ...(slot ?? { taken: false, waitMs: 1000 }), everyMs: every * 1000 };
  }

  /**
   * Of a number without a rate, whose senders keep intervals: milliseconds until the next one may send, at most `seconds`,
   * so that a short interval need not wait for the end of a long one. Locks the number until the transaction ends.
   */
  async untilTurn(connectionId: number, seconds: number): Promise<number> {
    const slot = await this.db.row(lockNumber(this.db.companyId, connectionId, seconds));
    return slot?.waitMs ?? 0;
  }

  /** Whoever has locked the number by {@link untilTurn} sends: nobody else for so long. */
  async takeTurn(connectionId: number, seconds: number): Promise<void> {
    await this.db.run(occupyNumber(this.db.companyId, connectionId, seconds));
  }

  /** The provider refused for the rate of this recipient: uses up the burst and waits `forMs`. */
  async backOff(target: SendTarget, forMs: number): Promise<void> {
    const { everyMs, burst } = target.rates.recipient;
    const { ahead } = bucket(1000 / everyMs, burst);
    await this.db.run(occupyRecipient(target, ahead + forMs / 1000));
  }
}
