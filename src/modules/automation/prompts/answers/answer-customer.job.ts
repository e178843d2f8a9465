import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { isTransient } from '../../../../core/errors/database-errors.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { programActor } from '../../../people/auth/sessions/auth.queries.js';
import { CompletionFailed } from '../endpoint/chat-completions.service.js';
import type { Prompt } from '../prompt.entity.js';
import { AnswerDeliveryService } from './answer-delivery.service.js';
import { AnswerQuestionsService } from './answer-questions.service.js';
import { AnswerWriterService, type Question } from './answer-writer.service.js';

/** Models take seconds, so the jobs are bulk and leave the slots for message jobs free. */
export class AnswerCustomer extends defineJob<{ ticketId: number; promptId: number; messageId: number }>(
  'answer-customer',
  { priority: 'bulk' },
) {}

/** If the customer writes meanwhile, another answer is written; the last of this many is sent in any case. */
const maxAnswers = 3;
const backoff = [1, 5, 30];

/** Answers a conversation: reads it, calls the endpoint without a transaction, and delivers the answer in one. */
@Injectable()
export class AnswerCustomerHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly questions: AnswerQuestionsService,
    private readonly writer: AnswerWriterService,
    private readonly delivery: AnswerDeliveryService,
  ) {}

  /** Nothing is stored before the delivery, so a job that dies starts again. */
  @JobHandler(AnswerCustomer, { transactional: false, backoff })
  async perform(payload: AnswerCustomer['payload'], run: JobRun): Promise<void> {
    const { companyId = 0, attempt } = run;
    try {
      await this.answerAll(payload, run);
    } catch (error) {
      const again = error instanceof RetryLater || isTransient(error) || attempt <= backoff.length;
      // the customer does not wait any longer, whatever failed
      if (!again) await this.db.runAs(companyId, () => this.discarded(payload));
      throw error;
    }
  }

  /** A person discarded the job: the bot continues. */
  @OnDiscard(AnswerCustomer)
  async discarded({ ticketId, promptId }: AnswerCustomer['payload']): Promise<void> {
    await this.delivery.stop(ticketId, promptId, null);
  }

  private async answerAll(
    { ticketId, promptId, messageId }: AnswerCustomer['payload'],
    { companyId = 0, stopping }: JobRun,
  ): Promise<void> {
    for (let number = 1; number <= maxAnswers; number += 1) {
      if (stopping?.aborted) throw new RetryLater(0, 'the process stops');
      const question = await this.db.runAs(companyId, () => this.questions.read(ticketId, promptId, messageId));
      if (!question) return;
      const { prompt } = question;
      if (question.refused) return this.as(prompt, () => this.delivery.stop(ticketId, prompt.id, null));
      const delivered = await this.answer(ticketId, question, number === maxAnswers);
      if (delivered) return;
    }
  }

  /** @returns false when the customer wrote meanwhile */
  private async answer(ticketId: number, question: Question, last: boolean): Promise<boolean> {
    const { prompt } = question;
    try {
      const answer = await this.writer.write(question);
      return await this.as(prompt, () => this.delivery.deliver(ticketId, question, answer, last));
    } catch (error) {
      if (!(error instanceof CompletionFailed)) throw error;
      await this.as(prompt, () => this.delivery.stop(ticketId, prompt.id, error.reason));
      return true;
    }
  }

  /** Runs as the prompt's program, so changes of the conversation are recorded as made by it. */
  private as<T>({ id, companyId, name }: Prompt, work: () => Promise<T>): Promise<T> {
    const actor = programActor('prompt', { id, companyId, name, mayWork: true, plan: {}, scopes: [] });
    return this.context.run({ actor }, () => this.db.runAs(companyId, work));
  }
}
