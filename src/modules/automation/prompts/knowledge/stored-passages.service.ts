import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Passage } from '../answers/system-prompt.js';
import { findPassages, insertPassages, markRead, markUnreadable, removePassages } from './knowledge.queries.js';
import type { KnowledgeSource } from './knowledge-source.entity.js';

/** Number of characters of the customer's texts with which passages are searched. */
const maxQuestion = 1_000;

/** Passages of sources: stored when a source has been read, found by the words of a question. */
@Injectable()
export class StoredPassagesService {
  constructor(private readonly db: Db) {}

  /** Replaces the passages of the last reading; stores nothing if the source was changed or removed meanwhile. */
  async replace(source: KnowledgeSource, passages: readonly string[]): Promise<void> {
    const there = await this.db.run(markRead(source, passages.length));
    if (there === 0) return;
    await this.remove(source.id);
    await this.db.run(insertPassages(source, passages));
  }

  async remove(sourceId: number): Promise<void> {
    await this.db.run(removePassages(this.db.companyId, sourceId));
  }

  /** The existing passages are not removed. */
  async fail({ id }: Pick<KnowledgeSource, 'id'>, reason: Localized): Promise<void> {
    await this.db.run(markUnreadable(this.db.companyId, id, reason));
  }

  /** The passages of a prompt with the most words of the question, best first. */
  find(promptId: number, question: string): Promise<Passage[]> {
    return this.db.rows(findPassages(this.db.companyId, promptId, question.slice(-maxQuestion)));
  }
}
