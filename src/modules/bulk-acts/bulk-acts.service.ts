import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { refusalOf, told } from '../../core/errors/refusal.js';
import { ActUndo } from './act-undo.service.js';
import type { Acted, Done } from './acted.js';
import type { BulkInput } from './bulk-acts.dto.js';
import { SingleActs } from './single-acts.service.js';

/** The same act on many conversations: one after the other, each in a transaction of its own. */
@Injectable()
export class BulkActs {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly single: SingleActs,
    private readonly undoing: ActUndo,
  ) {}

  act({ ids, ...input }: BulkInput): Promise<Acted[]> {
    return this.each(ids, (id) => this.single.act(id, input));
  }

  undo(acts: readonly number[]): Promise<Acted[]> {
    return this.each(acts, (id) => this.undoing.undo(id));
  }

  /** @throws what is no refusal of the one alone: whatever comes after it would fail too */
  private async each(ids: readonly number[], perform: (id: number) => Promise<Done>): Promise<Acted[]> {
    const { companyId } = this.context.actor;
    const results: Acted[] = [];
    for (const id of ids) {
      try {
        const done = await this.db.runAs(companyId, () => perform(id));
        results.push({ id, done: true, ...done, refusal: null });
      } catch (failure) {
        const refused = refusalOf(failure);
        if (!refused || refused.status >= 500) throw failure;
        const refusal = told(refused, this.context.locale);
        results.push({ id, done: false, ticket: null, act: null, refusal });
      }
    }
    return results;
  }
}
