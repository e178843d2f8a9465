import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Context, userIdOf } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { MediaKind } from '../../../channels/connections/channels/channel.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { mapValues } from '../../../channels/templates/templates.policy.js';
import { maxOptions } from '../../files/files.dto.js';
import { TicketRowsService } from '../../tickets/crud/ticket-rows.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { TicketCyclesService } from '../../tickets/lifecycle/ticket-cycles.service.js';
import { withConnectionId } from '../../tickets/queries/tickets.queries.js';
import { ticketErrors, ticketNotAllowed } from '../../tickets/tickets.errors.js';
import { sees } from '../../tickets/tickets.policy.js';
import { TicketHistoryService } from '../../tickets/visibility/ticket-history.service.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { maxBody, type SendMessageInput } from '../messages.dto.js';
import { messageErrors, quoteOutsideConversation, textTooLong } from '../messages.errors.js';
import { AutomaticAnswersEnding, MessageRetrying } from '../messages.events.js';
import { AutomaticMessagesService } from '../outbound/automatic-messages.service.js';
import { mapChoices } from '../outbound/interactive.js';
import { type DraftContent, MessageComposerService, mediaKindOf } from '../outbound/message-composer.service.js';
import {
  messagesWithClientIds,
  quotableMessage,
  type TicketToAnswer,
  ticketToAnswer,
} from '../outbound/outbound.queries.js';
import { OutboundMessagesService, systemDraft } from '../outbound/outbound-messages.service.js';
import { hasVariables, TextVariablesService } from '../outbound/text-variables.service.js';
import type { MessageRow, StoredMessage } from '../queries/messages.queries.js';

/** Types that can be forwarded as text. A location or a contact card is not among them, as its text is only a part. */
const textTypes: readonly string[] = ['chat', 'template', 'interactive'];
const mediaKinds: readonly string[] = ['image', 'audio', 'video', 'application', 'sticker'] satisfies MediaKind[];
/** Invisible marks of bots' and campaigns' texts; removed, as a forwarded text is the attendant's own. */
const botMarkers = /^[\u200e\u200c]+/;

/** A message that is sent without a request. The files stay with their owner; each message gets copies. */
export interface PreparedContent {
  readonly input: Pick<SendMessageInput, 'body' | 'template' | 'fileListId'>;
  readonly files: readonly UploadedFile[];
}

/** Sends, forwards and retries messages of attendants. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly ticketRows: TicketRowsService,
    private readonly history: TicketHistoryService,
    private readonly cycles: TicketCyclesService,
    private readonly rows: MessageReaderService,
    private readonly composer: MessageComposerService,
    private readonly windows: CustomerServiceWindowService,
    private readonly outboundMessages: OutboundMessagesService,
    private readonly automaticMessages: AutomaticMessagesService,
    private readonly variables: TextVariablesService,
  ) {}

  /**
   * Stores and queues a text, a template, choices, files or a file list. A repeated clientMessageId sends nothing.
   * @param bot the customer's answer goes to the bot, not to a person
   */
  async send(
    ticketId: number,
    input: SendMessageInput,
    files: readonly UploadedFile[],
    { bot = false }: { readonly bot?: boolean } = {},
  ): Promise<MessageRow[]> {
    const most = input.fileListId ? maxListMessages : Math.max(files.length, 1);
    const [knownIds, ticket] = await Promise.all([
      this.findByClientId(ticketId, input.clientMessageId, most),
      this.ticketToAnswer(ticketId, { next: isPlain(input, files) }),
    ]);
    if (knownIds.length > 0) {
      const known = await this.rows.byIds(knownIds);
      if (!isSame(known, input, files)) throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
      // the first request has stored its files, so these are not needed
      await enqueueFileRemoval(
        this.jobs,
        files.map(({ key }) => key),
      );
      return known;
    }
    const drafts = await this.compose(ticket, input, files);
    // throws before the message is stored, so that the screen keeps the text
    this.connections.assertSends(ticket.connectionStatus);
    const quotedMsgId = input.quotedMsg ? await this.assertQuotable(ticket, input.quotedMsg) : null;
    const greetingId =
      !input.fileListId &&
      drafts[0]?.mediaType === 'chat' &&
      (await this.automaticMessages.greetingInsteadOf(ticket, input.body ?? ''));
    if (greetingId) return this.rows.byIds([greetingId]);
    if (!bot) await this.endAutomaticAnswers(ticket);
    const rows: MessageRow[] = [];
    for (const [index, content] of drafts.entries()) {
      const draft = {
        ...content,
        quotedMsgId: index === 0 ? quotedMsgId : null,
        clientMessageId: clientIds(input.clientMessageId, index),
        userId: userIdOf(this.context.actor),
        byPerson: !bot,
      };
      rows.push(
        await (ticket.nextMessageId === null
          ? this.outboundMessages.enqueueAndRead(ticket, draft)
          : this.outboundMessages.enqueueWithCommit(ticket, draft, ticket.nextMessageId, ticket.now)),
      );
    }
    if (ticket.isUnanswered) this.recordFirstResponse(ticketId);
    return rows;
  }

  /**
   * Sends what a user prepared for later, without an actor. The ticket must be open, or pending without an attendant.
   * @param data is stored with each message. @throws as {@link send}
   */
  async sendFor(
    userId: number | null,
    ticketId: number,
    contents: readonly PreparedContent[],
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const ticket = withConnectionId(await this.ticketRows.get(ticketId));
    await this.connections.assertConnected(ticket.connectionId);
    await this.endAutomaticAnswers(ticket);
    for (const { input, files } of contents) {
      const drafts = await this.compose(ticket, input, files);
      for (const draft of drafts) {
        const needsCopy = draft.file !== null;
        const own = { userId, byPerson: true, needsCopy, data: { ...draft.data, ...data } };
        const message = { ...systemDraft, ...draft, ...own };
        await this.outboundMessages.enqueue(ticket, message);
      }
    }
  }

  /** Sends a copy to each ticket: to all of them or, after an error, to none. */
  async forward(messageId: number, ticketIds: readonly number[]): Promise<MessageRow[]> {
    const message = await this.rows.getStored(messageId);
    await this.history.assertCanRead(message.ticketId);
    const content = contentOf(message);
    const targets: ReturnType<typeof withConnectionId>[] = [];
    // all transactions lock tickets in the order of ids
    for (const id of [...new Set(ticketIds)].toSorted((a, b) => a - b)) {
      const ticket = withConnectionId(await this.tickets.get(id));
      this.composer.assertCanSend(ticket, content);
      await this.connections.assertConnected(ticket.connectionId);
      targets.push(ticket);
    }
    const rows: MessageRow[] = [];
    for (const ticket of targets) {
      const userId = userIdOf(this.context.actor);
      await this.endAutomaticAnswers(ticket);
      const draft = { ...systemDraft, ...content, userId, byPerson: true, needsCopy: content.file !== null };
      rows.push(await this.outboundMessages.enqueueAndRead(ticket, draft));
      this.recordFirstResponse(ticket.id);
    }
    return rows;
  }

  /** @throws 404, 400 when it has not failed */
  async retry(messageId: number): Promise<MessageRow> {
    const message = await this.rows.getStored(messageId, { lock: true });
    if (!message.fromMe) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    const ticket = withConnectionId(await this.tickets.get(message.ticketId));
    if (message.status !== 'failed' || message.isDeleted) throw messageErrors.ERR_SENDING_WAPP_MSG();
    await this.connections.assertConnected(ticket.connectionId);
    if (message.mediaType !== 'template' && !this.windows.isOpen(ticket.windowUntil))
      throw messageErrors.ERR_WINDOW_CLOSED();
    await this.events.dispatch(new MessageRetrying({ messageId }));
    const { mediaKey, data } = message;
    const copied = mediaKey === null && data?.['copyOf'] !== undefined;
    await this.outboundMessages.requeue(ticket, messageId, { voice: data?.['voice'] === true, copied });
    return this.rows.get(messageId);
  }

  /** A person speaks: the menu, prompt or integration that has answered a waiting ticket ends. */
  private async endAutomaticAnswers({ id, status }: Pick<TicketToAnswer, 'id' | 'status'>): Promise<void> {
    if (status === 'pending') await this.events.dispatch(new AutomaticAnswersEnding({ ticketId: id }));
  }

  /** A message that an integration sends does not count as the first response. */
  private recordFirstResponse(ticketId: number): void {
    if (!this.context.actor.program) this.cycles.recordFirstResponse(ticketId);
  }

  /** @throws 400 when a person writes an unknown variable, or a text is too long after its variables were filled */
  private async compose(
    ticket: Pick<TicketToAnswer, 'id'> & Parameters<MessageComposerService['compose']>[0],
    input: SendMessageInput,
    files: readonly UploadedFile[],
  ): Promise<readonly DraftContent[]> {
    if (input.template || input.interactive)
      return this.composer.compose(ticket, await this.fillParts(ticket.id, input), files);
    const drafts = await this.composer.compose(ticket, input, files);
    const texts = drafts.map(({ body }) => body);
    // what a schedule says was checked when it was written
    this.variables.assertKnown(texts);
    const bodies = await (input.fileListId
      ? this.variables.fillList(ticket.id, texts)
      : this.variables.fillAll(ticket.id, texts));
    if (bodies.some(({ length }) => length > maxBody)) throw textTooLong();
    return drafts.map((draft, at) => ({ ...draft, body: bodies[at] ?? draft.body }));
  }

  /** Fills the values of a template and the texts of choices. */
  private async fillParts(ticketId: number, input: SendMessageInput): Promise<SendMessageInput> {
    const { template, interactive } = input;
    const replaced = (replace: (text: string) => string): SendMessageInput => ({
      ...input,
      ...(template ? { template: mapValues(template, replace) } : {}),
      ...(interactive ? { interactive: mapChoices(interactive, replace) } : {}),
    });
    const texts: string[] = [];
    replaced((text) => {
      if (hasVariables(text)) texts.push(text);
      return text;
    });
    if (texts.length === 0) return input;
    this.variables.assertKnown(texts);
    const bodies = await this.variables.fillAll(ticketId, texts);
    const filled = new Map(texts.map((text, at) => [text, bodies[at] ?? text]));
    return replaced((text) => filled.get(text) ?? text);
  }

  /** @throws as {@link TicketsService.get} */
  private async ticketToAnswer(ticketId: number, next: { readonly next: boolean }): Promise<TicketToAnswer> {
    const ticket = await this.db.row(ticketToAnswer(this.context.companyId, ticketId, next));
    if (!ticket) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!sees(this.context.actor, ticket)) throw ticketNotAllowed();
    return ticket;
  }

  private async findByClientId(
    ticketId: number,
    clientMessageId: string | undefined,
    count: number,
  ): Promise<number[]> {
    if (!clientMessageId) return [];
    const { companyId } = this.context;
    const ids = Array.from({ length: count }, (_, index) => clientIds(clientMessageId, index));
    const [, rows] = await Promise.all([
      // two requests with the same id wait for each other; the second one finds the messages of the first
      this.db.lock('client-message', companyId, clientMessageId),
      this.db.rows(messagesWithClientIds(companyId, ids)),
    ]);
    if (rows.some((row) => row.ticketId !== ticketId)) throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
    return rows.map(({ id }) => id);
  }

  private async assertQuotable(
    ticket: Pick<TicketToAnswer, 'contactId' | 'connectionId'>,
    id: number,
  ): Promise<number> {
    const row = await this.db.row(quotableMessage(this.context.companyId, id, ticket));
    if (!row) throw quoteOutsideConversation();
    return id;
  }
}

/** Most messages of a file list: its text and its files. The list may have become shorter since it was sent. */
const maxListMessages = 1 + maxOptions;

/** A text that can be stored without reading anything before: no file, template, quote or variable. */
const isPlain = (input: SendMessageInput, files: readonly UploadedFile[]): boolean =>
  files.length === 0 &&
  !(input.template ?? input.interactive ?? input.fileListId ?? input.quotedMsg) &&
  !hasVariables(input.body ?? '');

/** Whether a repeated request has the contents stored under its id, even if these were edited or deleted since. */
function isSame(stored: readonly MessageRow[], input: SendMessageInput, files: readonly UploadedFile[]): boolean {
  const [first] = stored;
  if (input.template) return first?.mediaType === 'template';
  if (input.fileListId) return first?.mediaType === 'chat';
  if (files.length > 0)
    return (
      stored.length === files.length && stored.every((row, at) => row.mediaType === mediaKindOf(files[at]?.mime ?? ''))
    );
  if (input.interactive) return first?.mediaType === 'interactive';
  // the variables may have had other values then
  const same = first?.body === (input.body ?? '') || hasVariables(input.body ?? '');
  return first?.mediaType === 'chat' && (first.isEdited || first.isDeleted || same);
}

/** The first file gets the client's id, further files get ids derived from it. */
export function clientIds(clientMessageId: string | undefined, index: number): string | null {
  if (!clientMessageId || index === 0) return clientMessageId ?? null;
  const hash = createHash('sha256').update(`${clientMessageId}|${index}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** @throws ERR_FORWARD_WAPP_MSG if the message is deleted, not downloaded yet, or its type cannot be forwarded */
function contentOf({ body, isDeleted, mediaType, data, ...file }: StoredMessage): DraftContent {
  const text = body.replace(botMarkers, '');
  const forwarded = { forwarded: true };
  if (isDeleted) throw messageErrors.ERR_FORWARD_WAPP_MSG();
  const { mediaKey: key, mediaMime: mime, mediaName: name } = file;
  if (key !== null && mime !== null) {
    const { width, height, voice } = data ?? {};
    const picture = width === undefined ? {} : { width, height };
    return {
      body: text,
      mediaType: mediaKinds.includes(mediaType) ? mediaType : mediaKindOf(mime),
      file: { key, mime, name, size: file.mediaSize ?? 0 },
      data: { ...forwarded, ...picture, ...(voice === true ? { voice } : {}) },
    };
  }
  if (!textTypes.includes(mediaType) || text.trim() === '') throw messageErrors.ERR_FORWARD_WAPP_MSG();
  return { body: text, mediaType: 'chat', file: null, data: forwarded };
}
