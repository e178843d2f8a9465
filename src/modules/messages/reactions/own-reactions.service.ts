import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { Reaction } from '../message.entity.js';
import { MessageStored } from '../messages.events.js';

interface Reacted {
  id: number;
  reactions: Reaction[];
}

/** Our own reaction to a message, of which there is one; shown at once, taken back when the provider refuses it. */
@Injectable()
export class OwnReactions {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  /** Puts ours in the place of the one before and answers that; undefined when nothing changes. */
  async set(messageId: number, emoji: string | null): Promise<{ previous: string | null } | undefined> {
    const row = await this.lock(messageId);
    const previous = row && own(row);
    if (!row || previous === undefined || previous === emoji) return undefined;
    await this.write(row, emoji);
    return { previous };
  }

  /** Unless somebody has reacted otherwise since. */
  async revert(messageId: number, emoji: string | null, previous: string | null): Promise<void> {
    const row = await this.lock(messageId);
    if (row && own(row) === emoji) await this.write(row, previous);
  }

  private lock(messageId: number): Promise<Reacted | undefined> {
    return this.db.row<Reacted>(
      sql`select id, reactions from messages where company_id = ${this.context.companyId} and id = ${messageId}
       for no key update`,
    );
  }

  private async write({ id, reactions }: Reacted, emoji: string | null): Promise<void> {
    const { companyId } = this.context;
    const others = reactions.filter(({ fromMe }) => !fromMe);
    const next = emoji === null ? others : [...others, { emoji, fromMe: true, from: '' }];
    await this.db.run(sql`update messages set reactions = ${JSON.stringify(next)}, updated_at = now() where company_id = ${companyId}
       and id = ${id}`);
    this.events.emit(new MessageStored(companyId, id, 'update'));
  }
}

const own = ({ reactions }: Reacted): string | null => reactions.find(({ fromMe }) => fromMe)?.emoji ?? null;
