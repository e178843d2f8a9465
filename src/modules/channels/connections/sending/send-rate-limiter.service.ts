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
 * Enforces the limits of the provider across all processes, with one row per number and one per recipient (GCRA).
 * A reservation is one statement that commits on its own and does not wait for the disk: the row of a busy number is
 * locked only for that statement, and a crash of PostgreSQL loses at most half a second of the rate.
 */
@Injectable()
export class SendRateLimiterService {
  constructor(private readonly db: Db) {}

  /** Reserves the next slot of both the number and the recipient, or neither; call it outside of a transaction. */
  async reserve(target: SendTarget): Promise<RateReservation> {
    const slot = await this.db.platformRow(reserveSlot(target));
    return slot ?? { taken: false, waitMs: 1000 };
  }

  /**
   * Reserves `count` slots of the number at once, for a campaign, but only free ones: conversations may reserve ahead
   * and have priority. The n-th message may be sent after `waitMs + n * everyMs`, which may be negative.
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
   * For a number without a rate, whose senders keep intervals: milliseconds until the next message, at most `seconds`,
   * so that a short interval need not wait for the end of a long one. Locks the number until the transaction ends.
   */
  async untilTurn(connectionId: number, seconds: number): Promise<number> {
    const slot = await this.db.row(lockNumber(this.db.companyId, connectionId, seconds));
    return slot?.waitMs ?? 0;
  }

  /** After {@link untilTurn} locked the number, the caller sends, and nobody else may send for `seconds`. */
  async takeTurn(connectionId: number, seconds: number): Promise<void> {
    await this.db.run(occupyNumber(this.db.companyId, connectionId, seconds));
  }

  /** The provider refused because of this recipient's rate: uses up the burst and waits `forMs`. */
  async backOff(target: SendTarget, forMs: number): Promise<void> {
    const { everyMs, burst } = target.rates.recipient;
    const { ahead } = bucket(1000 / everyMs, burst);
    await this.db.run(occupyRecipient(target, ahead + forMs / 1000));
  }
}
