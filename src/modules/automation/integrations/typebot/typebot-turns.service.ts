import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { activeIntegration, flowInput } from '../queries/integrations.queries.js';
import { QueueIntegration } from '../queue-integration.entity.js';
import { fileRetryMs, IntegratedConversationsService } from '../replies/integrated-conversations.service.js';
import { messageText } from '../replies/webhook-reply.js';
import { flowOrderingKey, SayBubbles } from './say-bubbles.job.js';
import { type Bubble, choiceFor, type TypebotQuestion } from './typebot-reply.js';
import type { TypebotSession } from './typebot-session.entity.js';
import { type FlowOf, TypebotSessionsService } from './typebot-sessions.service.js';

/** The input of one call of typebot. */
export interface Turn {
  readonly ticketId: number;
  readonly integrationId: number;
  readonly messageId: number;
  /** The try of the job. */
  readonly attempt: number;
  readonly url: string;
  readonly slug: string;
  readonly delayMs: number;
  /** The session to continue; null: a new one starts. */
  readonly sessionId: string | null;
  readonly text: string;
  /** Whether the text answers a new flow that begins with a question. */
  readonly answersFirst: boolean;
  /** A text to send before the flow starts again. */
  readonly preface: string;
  /** A text to send when the flow returns no message. */
  readonly unknownMessage: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The result of a turn. */
export interface TurnResult {
  readonly sessionId: string;
  readonly bubbles: readonly Bubble[];
  readonly question: TypebotQuestion | null;
}

type TryOf = Readonly<Pick<Turn, keyof FlowOf | 'messageId' | 'attempt'>>;

/**
 * Turns of flows, one for each message of the customer. A message is marked before typebot is asked: a try that finds
 * the mark knows that an answer was lost, and restarts the flow instead of giving the same answer twice (ADR 30).
 */
@Injectable()
export class TypebotTurnsService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly urls: MediaUrls,
    private readonly conversations: IntegratedConversationsService,
    private readonly sessions: TypebotSessionsService,
  ) {}

  /** undefined: there is nothing to send to typebot. */
  async begin(
    { ticketId, messageId, integrationId }: Pick<TryOf, keyof FlowOf | 'messageId'>,
    attempt: number,
  ): Promise<Turn | undefined> {
    const ticket = await this.conversations.lock(ticketId, integrationId);
    const input = await this.db.row(flowInput(this.db.companyId, messageId));
    if (!ticket || !input) return undefined;
    const active = await this.db.row(activeIntegration(this.db.companyId, integrationId));
    const integration = await this.db.em.findOne(QueueIntegration, { id: integrationId, type: 'typebot' });
    if (!active || !integration) {
      await this.sessions.stop({ ticketId, integrationId });
      return undefined;
    }
    const session =
      (await this.sessions.find({ ticketId, integrationId })) ??
      this.sessions.create(ticket.contactId, { ticketId, integrationId });
    if (messageId <= session.answeredMessageId) return undefined;
    const text = input.body.trim();
    if (isKeyword(text, integration.typebotKeywordFinish)) {
      await this.sessions.end(ticketId);
      await this.conversations.stop(ticket, 'finished');
      return undefined;
    }
    const restarts = isKeyword(text, integration.typebotKeywordRestart) || session.askedMessageId !== null;
    const goesOn = session.sessionId !== null && !restarts && !this.isExpired(session, integration);
    const question = goesOn ? session.question : null;
    if (question?.file && input.awaitsFile) throw new RetryLater(fileRetryMs, 'the file is being fetched');
    const file = question?.file && input.mediaKey && this.urls.sign(input.mediaKey, { name: input.mediaName });
    if (goesOn && text === '' && !file) {
      session.answeredMessageId = messageId;
      await this.db.em.flush();
      await this.conversations.say(ticket, messageText(integration.typebotUnknownMessage));
      return undefined;
    }
    if (!goesOn) Object.assign(session, { sessionId: null, question: null });
    Object.assign(session, { askedMessageId: messageId, askedAttempt: attempt });
    await this.db.em.flush();
    const { name, number, email, code } = input;
    return {
      ticketId,
      integrationId,
      messageId,
      attempt,
      url: integration.urlN8N,
      slug: integration.typebotSlug,
      delayMs: integration.typebotDelayMessage,
      sessionId: session.sessionId,
      text: file || (question ? choiceFor(question, text) : text),
      answersFirst: !restarts,
      preface: restarts ? integration.typebotRestartMessage : '',
      unknownMessage: integration.typebotUnknownMessage,
      variables: { number, name, pushName: name, email, protocol: String(code) },
    };
  }

  /** Stores the answer of the flow with the job that sends it. */
  async finish(
    { ticketId, integrationId, messageId, attempt }: Turn,
    { bubbles, ...result }: TurnResult,
  ): Promise<void> {
    const ticket = await this.conversations.lock(ticketId, integrationId);
    if (!ticket) return this.sessions.end(ticketId);
    const session = await this.sessions.find({ ticketId, integrationId });
    if (session?.askedMessageId !== messageId || isOver(session, { messageId, attempt })) return;
    Object.assign(session, {
      sessionId: result.question && result.sessionId,
      question: result.question,
      bubbles: [...session.bubbles, ...bubbles],
      askedMessageId: null,
      answeredMessageId: messageId,
      answeredAt: this.clock.now(),
    });
    await this.db.em.flush();
    if (session.bubbles.length > 0)
      await this.jobs.add(SayBubbles, { ticketId, integrationId }, { orderingKey: flowOrderingKey(ticketId) });
  }

  /** Typebot did not receive the message, so it is called again. */
  async release(turn: TryOf): Promise<void> {
    await this.conversations.lock(turn.ticketId, turn.integrationId);
    const session = await this.sessions.find(turn);
    if (!session || isOver(session, turn)) return;
    session.askedMessageId = null;
    await this.db.em.flush();
  }

  /** Typebot cannot be called, or its answer was lost. */
  async giveUp(turn: TryOf): Promise<void> {
    await this.conversations.lock(turn.ticketId, turn.integrationId);
    const session = await this.sessions.find(turn);
    if (!session || !isOver(session, turn)) await this.sessions.stop(turn);
  }

  private isExpired({ answeredAt }: TypebotSession, { typebotExpires: minutes }: QueueIntegration): boolean {
    return minutes > 0 && (answeredAt?.getTime() ?? 0) + minutes * 60_000 < this.clock.now().getTime();
  }
}

/** The message is already answered, or a later try handles it: this process lost the job during a pause. */
const isOver = (
  { askedMessageId, askedAttempt, answeredMessageId }: TypebotSession,
  { messageId, attempt }: Pick<Turn, 'messageId' | 'attempt'>,
): boolean => answeredMessageId >= messageId || (askedMessageId === messageId && askedAttempt > attempt);

const isKeyword = (text: string, keyword: string): boolean =>
  keyword.trim() !== '' && text.toLowerCase() === keyword.trim().toLowerCase();
