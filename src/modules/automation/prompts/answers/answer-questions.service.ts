import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { OpeningHoursService } from '../../../people/opening-hours/opening/opening-hours.service.js';
import { StoredPassagesService } from '../knowledge/stored-passages.service.js';
import { Prompt } from '../prompt.entity.js';
import { AssistantUsageService } from '../usage/assistant-usage.service.js';
import type { Question } from './answer-writer.service.js';
import { lastLines, offeredDepartments, offeredTags, usablePrompt, waitingConversation } from './answers.queries.js';
import { customerWords } from './system-prompt.js';

interface ReadQuestion extends Question {
  /** Whether the plan or the token ceiling allows no answer. */
  readonly refused: boolean;
}

/** Reads the data for an answer. */
@Injectable()
export class AnswerQuestionsService {
  constructor(
    private readonly db: Db,
    private readonly usage: AssistantUsageService,
    private readonly passages: StoredPassagesService,
    private readonly openingHours: OpeningHoursService,
  ) {}

  /** undefined: the message is answered, or the prompt no longer answers the conversation. */
  async read(ticketId: number, promptId: number, messageId: number): Promise<ReadQuestion | undefined> {
    const { companyId } = this.db;
    const conversation = await this.db.row(waitingConversation(companyId, ticketId, promptId, messageId));
    const prompt = await this.db.em.findOne(Prompt, { id: promptId });
    if (!conversation || conversation.answered || !prompt) return undefined;
    const lines = await this.db.rows(lastLines(companyId, ticketId, prompt.maxMessages));
    const usable = await this.db.row(usablePrompt(companyId, promptId));
    return {
      prompt,
      conversation,
      lines,
      departments: await this.db.rows(offeredDepartments(companyId, ticketId)),
      tags: await this.db.rows(offeredTags(companyId)),
      hoursOf: (queueId) => this.db.runAs(companyId, () => this.openingHours.describe(queueId)),
      facts: [`Horário de atendimento: ${await this.openingHours.describe(conversation.queueId)}`],
      passages: await this.passages.find(promptId, customerWords(lines)),
      refused: usable === undefined || (await this.usage.isExhausted()),
    };
  }
}
