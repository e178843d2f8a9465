import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import { OpeningHoursService } from '../../../people/opening-hours/opening/opening-hours.service.js';
import { AnswerWriterService, type Question, type WrittenAnswer } from '../answers/answer-writer.service.js';
import { companyNow, offeredDepartments, offeredTags } from '../answers/answers.queries.js';
import { PromptsService } from '../crud/prompts.service.js';
import { CompletionFailed } from '../endpoint/chat-completions.service.js';
import { StoredPassagesService } from '../knowledge/stored-passages.service.js';
import { Prompt } from '../prompt.entity.js';
import type { PromptTrialInput } from './prompt-trials.dto.js';

/** A part of a source that was given to the model. */
export interface TrialPassage {
  readonly title: string;
  readonly text: string;
  /** Whether the answer names it as its source. */
  readonly cited: boolean;
}

/** What a customer would be answered. */
export interface PromptTrial {
  readonly ok: boolean;
  /** The answer; after a failure the reason, in the reader's language. */
  readonly text: string;
  /** The department to which the conversation would go; '' for the prompt's own; null: it would go nowhere. */
  readonly transferTo: string | null;
  readonly closes: boolean;
  /** What was found in the knowledge. */
  readonly passages: readonly TrialPassage[];
  /** Tokens that the model read and wrote; null after a failure. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly durationMs: number;
}

/** Each takes seconds and costs tokens. */
const perMinute = 20;

/** Asks a prompt outside of any conversation. */
@Injectable()
export class PromptTrialsService {
  private readonly limit: RateLimit;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly prompts: PromptsService,
    private readonly writer: AnswerWriterService,
    private readonly passages: StoredPassagesService,
    private readonly openingHours: OpeningHoursService,
    rateLimits: RateLimits,
  ) {
    this.limit = rateLimits.create({ name: 'prompt-trial', points: perMinute, seconds: 60 });
  }

  /** @throws 404, 429 above 20 calls a minute */
  async ask(id: number, { question: text }: PromptTrialInput): Promise<PromptTrial> {
    const { companyId, userId } = this.context.actor;
    const question = await this.db.runAs(companyId, () => this.read(id, text.trim()));
    await this.limit.consume(String(userId));
    const began = performance.now();
    try {
      const answer = await this.writer.write(question);
      return this.result(question, began, { ok: true, text: answer.text }, answer);
    } catch (error) {
      if (!(error instanceof CompletionFailed)) throw error;
      return this.result(question, began, { ok: false, text: error.reason[this.context.locale] });
    }
  }

  private result(
    { departments, passages }: Question,
    began: number,
    said: Pick<PromptTrial, 'ok' | 'text'>,
    answer?: WrittenAnswer,
  ): PromptTrial {
    const { transferTo } = answer?.actions ?? {};
    const department = departments.find(({ id }) => id === transferTo)?.name ?? '';
    return {
      ...said,
      transferTo: transferTo === undefined ? null : department,
      closes: answer?.actions.close === true,
      passages: passages.map((passage) => ({
        title: passage.title,
        text: passage.text,
        cited: answer?.cited.includes(passage) ?? false,
      })),
      inputTokens: answer?.usage.input ?? null,
      outputTokens: answer?.usage.output ?? null,
      durationMs: Math.round(performance.now() - began),
    };
  }

  /** The question as the first message of a customer with the user's name. */
  private async read(id: number, text: string): Promise<Question> {
    const { companyId } = this.db;
    await this.prompts.get(id);
    const prompt = await this.db.em.findOneOrFail(Prompt, { id });
    const about = await this.db.row(companyNow(companyId));
    const line = { id: 0, fromMe: false, body: text, mediaType: 'chat', transcript: null };
    const noFile = { mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null };
    return {
      prompt,
      conversation: {
        company: '',
        now: '',
        ...about,
        contact: this.context.actor.name,
        contactId: 0,
        queueId: null,
        newestId: null,
        answered: false,
      },
      lines: [{ ...line, ...noFile, latitude: null, longitude: null, contacts: null, ad: null, product: null }],
      departments: await this.db.rows(offeredDepartments(companyId, 0)),
      tags: await this.db.rows(offeredTags(companyId)),
      hoursOf: (queueId) => this.db.runAs(companyId, () => this.openingHours.describe(queueId)),
      facts: [`Horário de atendimento: ${await this.openingHours.describe(null)}`],
      passages: await this.passages.find(id, text),
    };
  }
}
