import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { isTransient } from '../../../../core/errors/database-errors.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { ProgramCallsService } from '../../webhooks/deliveries/program-calls.service.js';
import { TypebotClientService, TypebotRefused } from './typebot-client.service.js';
import { type Bubble, readReply, type TypebotReply } from './typebot-reply.js';
import { type Turn, type TurnResult, TypebotTurnsService } from './typebot-turns.service.js';

/** Calls typebot with a message of the customer. */
export class AskTypebot extends defineJob<{ ticketId: number; messageId: number; integrationId: number }>(
  'ask-typebot',
  { priority: 'bulk' },
) {}

/** Seconds before typebot is called again with a message that it did not receive. */
const backoff = [2, 10, 30];
/** A flow continues by itself after at most this many pauses. */
const maxRounds = 5;

@Injectable()
export class AskTypebotHandler {
  private readonly logger = new Logger('Typebot');

  constructor(
    private readonly db: Db,
    private readonly client: TypebotClientService,
    private readonly programs: ProgramCallsService,
    private readonly turns: TypebotTurnsService,
  ) {}

  @JobHandler(AskTypebot, { transactional: false, backoff })
  async perform(payload: AskTypebot['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    try {
      await this.programs.run(companyId, () => this.ask(payload, companyId, attempt));
    } catch (error) {
      if (attempt > backoff.length && !isTransient(error) && !(error instanceof RetryLater))
        await this.db.runAs(companyId, () => this.turns.giveUp({ ...payload, attempt }));
      throw error;
    }
  }

  private async ask(payload: AskTypebot['payload'], companyId: number, attempt: number): Promise<void> {
    const turn = await this.db.runAs(companyId, () => this.turns.begin(payload, attempt));
    if (!turn) return;
    const progress = { delivered: false };
    let result: TurnResult;
    try {
      result = await this.converse(turn, progress);
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof TypebotRefused)) throw error;
      if (!progress.delivered && wasNotDelivered(error) && attempt <= backoff.length) {
        await this.db.runAs(companyId, () => this.turns.release(turn));
        throw error;
      }
      this.logger.warn({ msg: 'flow given up', ticketId: turn.ticketId, reason: error.message });
      return this.db.runAs(companyId, () => this.turns.giveUp(turn));
    }
    await this.db.runAs(companyId, () => this.turns.finish(turn, result));
  }

  /** @param progress `delivered`: typebot has received the customer's text, so it must not be sent again */
  private async converse(turn: Turn, progress: { delivered: boolean }): Promise<TurnResult> {
    const { url, delayMs, unknownMessage } = turn;
    const bubbles: Bubble[] = [];
    const take = (answer: unknown): TypebotReply => {
      const reply = readReply(answer, delayMs);
      bubbles.push(...reply.bubbles);
      return reply;
    };
    const goOn = async (id: string, message?: string): Promise<unknown> => {
      const answer = await this.client.continue(url, id, message);
      progress.delivered = true;
      return answer;
    };
    let sessionId = turn.sessionId;
    let answer = sessionId === null ? undefined : await goOn(sessionId, turn.text);
    let reply = answer === undefined ? undefined : take(answer);
    if (sessionId === null || !reply) {
      progress.delivered = false;
      if (turn.preface) bubbles.push({ text: turn.preface, delayMs });
      const started = await this.client.start(url, turn.slug, turn.variables);
      sessionId = started.sessionId;
      reply = take(started.answer);
      // a flow may begin with a question that the customer's text already answers
      if (turn.answersFirst && turn.text !== '' && reply.question && reply.bubbles.length === 0)
        reply = take(await goOn(sessionId, turn.text));
    }
    for (let round = 0; reply.goesOn && round < maxRounds; round += 1) {
      answer = await goOn(sessionId);
      if (answer === undefined) break;
      reply = take(answer);
    }
    if (bubbles.length === 0 && unknownMessage) bubbles.push({ text: unknownMessage, delayMs });
    const [first, ...rest] = bubbles;
    // the first message needs no interval, only a pause of the flow itself
    const said = first ? [{ ...first, delayMs: Math.max(0, first.delayMs - delayMs) }, ...rest] : [];
    return { sessionId, bubbles: said, question: reply.question };
  }
}

/** Whether typebot did not receive or process the message: it may be called again without answering twice. */
const wasNotDelivered = (error: OutboundError | TypebotRefused): boolean =>
  error instanceof OutboundError ? error.phase === 'connect' : error.status === 429 || error.status === 503;
