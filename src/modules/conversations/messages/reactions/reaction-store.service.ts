import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { InboundReaction } from '../../../channels/connections/channels/channel.js';
import type { Reaction } from '../message.entity.js';
import { MessageStored } from '../messages.events.js';
import { type ReactionRow, reactionsToChange, setReactions } from './reactions.queries.js';

/** Stores reactions of the company and of customers. */
@Injectable()
export class ReactionStoreService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** Replaces our reaction; null removes it. @returns the previous one; undefined if nothing changes */
  async replaceOwn(messageId: number, emoji: string | null): Promise<string | null | undefined> {
    const row = await this.lock(messageId);
    const previous = row && own(row);
    if (!row || previous === emoji) return undefined;
    await this.writeOwn(row, emoji);
    return previous;
  }

  /** Restores our previous reaction, unless it was changed again since. */
  async revertOwn(messageId: number, emoji: string | null, previous: string | null): Promise<void> {
    const row = await this.lock(messageId);
    if (row && own(row) === emoji) await this.writeOwn(row, previous);
  }

  /** Stores a customer's reaction; null removes it. */
  async receive(connectionId: number, { targetProviderId, from, emoji }: InboundReaction): Promise<void> {
    const row = await this.lock({ connectionId, providerId: targetProviderId });
    if (!row) return;
    const others = row.reactions.filter((reaction) => reaction.fromMe || reaction.from !== from);
    await this.write(row.id, emoji === null ? others : [...others, { emoji, fromMe: false, from }]);
  }

  private lock(message: Parameters<typeof reactionsToChange>[1]): Promise<ReactionRow | undefined> {
    return this.db.row(reactionsToChange(this.db.companyId, message));
  }

  private async writeOwn({ id, reactions }: ReactionRow, emoji: string | null): Promise<void> {
    const others = reactions.filter(({ fromMe }) => !fromMe);
    await this.write(id, emoji === null ? others : [...others, { emoji, fromMe: true, from: '' }]);
  }

  private async write(id: number, reactions: readonly Reaction[]): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(setReactions(companyId, id, reactions));
    this.events.emit(new MessageStored({ companyId, messageId: id, action: 'update' }));
  }
}

const own = ({ reactions }: ReactionRow): string | null => reactions.find(({ fromMe }) => fromMe)?.emoji ?? null;
