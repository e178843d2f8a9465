import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { User } from '../user.entity.js';
import type { PresenceInput } from '../users.dto.js';
import { UserPresenceChanged } from '../users.events.js';

/** A break as the user and their colleagues see it; both fields are null while there is none. */
export interface Pause {
  readonly pausedSince: Date | null;
  readonly pauseReason: string | null;
}

/** Breaks of users, who begin and end them only for themselves. */
@Injectable()
export class PausesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async own(): Promise<Pause> {
    return pauseOf(await this.me());
  }

  /** Changing the reason does not restart the break. */
  async set({ paused, reason }: PresenceInput): Promise<Pause> {
    const user = await this.me();
    user.pausedSince = paused ? (user.pausedSince ?? this.clock.now()) : null;
    user.pauseReason = paused ? reason || null : null;
    await this.db.em.flush();
    this.events.emit(new UserPresenceChanged({ companyId: user.companyId, userIds: [user.id] }));
    return pauseOf(user);
  }

  private me(): Promise<User> {
    return this.db.em.findOneOrFail(User, { id: this.context.actor.userId });
  }
}

const pauseOf = ({ pausedSince, pauseReason }: User): Pause => ({ pausedSince, pauseReason });
