import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { OpeningHoursService } from '../../../people/opening-hours/opening/opening-hours.service.js';
import { Prompt } from '../prompt.entity.js';
import { AssistantUsageService } from '../usage/assistant-usage.service.js';
import { AnswerCustomer } from './answer-customer.job.js';
import { AnswerWriterService, type WrittenOpening } from './answer-writer.service.js';
import { companyNow, usablePrompt } from './answers.queries.js';

/** Customers often split a text into several messages, which are answered together. */
const pauseMs = 1_500;

/** Lets a prompt answer conversations (behaviour.md §7). */
@Injectable()
export class AssistantService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly usage: AssistantUsageService,
    private readonly writer: AnswerWriterService,
    private readonly openingHours: OpeningHoursService,
  ) {}

  /**
   * Queues the prompt's answer to a customer's message in the current transaction, which has locked the ticket. The
   * caller makes the prompt the ticket's responder; it answers as long as it is that, and dispatches
   * `AutomaticAnswersStopped` when it cannot continue.
   * @returns false when it cannot answer (plan, ceiling, removed)
   */
  async answer(ticket: Ticket, messageId: number, promptId: number): Promise<boolean> {
    const { companyId } = this.db;
    if (ticket.isGroup || !(await this.db.row(usablePrompt(companyId, promptId)))) return false;
    if (await this.usage.isExhausted()) return false;
    const orderingKey = `answer:${companyId}:${ticket.id}`;
    const runAt = new Date(this.clock.now().getTime() + pauseMs);
    await this.jobs.add(AnswerCustomer, { ticketId: ticket.id, promptId, messageId }, { orderingKey, runAt });
    return true;
  }

  /**
   * The text with which the prompt begins a conversation; call it outside of any transaction.
   * @param details facts about the contact, one per line @throws CompletionFailed
   */
  async writeFirst(
    companyId: number,
    promptId: number,
    contact: string,
    details: readonly string[],
  ): Promise<WrittenOpening> {
    const { prompt, opening } = await this.db.runAs(companyId, async () => {
      const prompt = await this.db.em.findOneOrFail(Prompt, { id: promptId });
      const about = await this.db.row(companyNow(companyId));
      const facts = [`Horário de atendimento: ${await this.openingHours.describe(prompt.queueId)}`];
      return { prompt, opening: { company: '', now: '', ...about, contact, facts, details } };
    });
    return this.writer.writeFirst(prompt, opening);
  }
}
