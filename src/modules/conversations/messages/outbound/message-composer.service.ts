import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { UNNAMED_FILE, type UploadedFile } from '../../../../core/requests/upload.js';
import type { MediaKind } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { TemplatesService } from '../../../channels/templates/crud/templates.service.js';
import { FilesService } from '../../files/crud/files.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { maxBody, type SendMessageInput } from '../messages.dto.js';
import {
  choicesTakeNoFiles,
  emptyMessage,
  messageErrors,
  notARecording,
  oneContentKindOnly,
  textTooLong,
  unreadableText,
} from '../messages.errors.js';
import { interactiveContent, toOutboundInteractive } from './interactive.js';
import type { Draft } from './outbound-messages.service.js';

/** Contents of one message; the caller adds the author and the ids. */
export type DraftContent = Pick<Draft, 'body' | 'mediaType' | 'file' | 'needsCopy' | 'data'>;

type AnsweredTicket = Pick<TicketRow, 'status' | 'userId' | 'windowUntil' | 'channel'> & Pick<Ticket, 'connectionId'>;

/** Turns a request to send into messages that the channel of the ticket supports. */
@Injectable()
export class MessageComposerService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly templates: TemplatesService,
    private readonly windows: CustomerServiceWindowService,
    private readonly fileLists: FilesService,
    private readonly context: Context,
  ) {}

  /** Composes one message per file, those of a file list, or a single one. @throws before anything is stored */
  async compose(
    ticket: AnsweredTicket,
    input: SendMessageInput,
    files: readonly UploadedFile[],
  ): Promise<DraftContent[]> {
    const body = input.body ?? '';
    const kinds = [body.trim() !== '', input.template, input.interactive, input.fileListId].filter(Boolean).length;
    if (kinds > 1) throw oneContentKindOnly();
    if (kinds === 0 && files.length === 0) throw emptyMessage();
    this.assertAttended(ticket, input);
    if (input.template) return [await this.template(ticket, input.template, files)];
    if (!this.windows.isOpen(ticket.windowUntil)) throw messageErrors.ERR_WINDOW_CLOSED();
    if (input.fileListId) return this.fileList(ticket, input.fileListId, files);
    if (input.interactive) return [this.interactive(ticket, input.interactive, files)];
    if (input.voice && (files.length !== 1 || files[0] === undefined || mediaKindOf(files[0].mime) !== 'audio'))
      throw notARecording();
    if (files.length === 0) return [{ body, mediaType: 'chat', file: null, data: null }];
    return files.map((file, index) =>
      this.file(ticket, file, captionOf(file) ?? (index === 0 ? body : ''), input.voice === true),
    );
  }

  /** Checks that an existing text or file may be sent in the ticket now. @throws as {@link compose} */
  assertCanSend(ticket: AnsweredTicket, { mediaType }: DraftContent): void {
    this.assertAttended(ticket, {});
    if (!this.windows.isOpen(ticket.windowUntil)) throw messageErrors.ERR_WINDOW_CLOSED();
    if (mediaType !== 'chat') this.channels.assertCan(ticket.channel, { media: mediaType as MediaKind });
  }

  /** Accepts an open ticket; a pending one without an attendant only for integrations, jobs and templates. */
  private assertAttended({ status, userId }: AnsweredTicket, { template }: Pick<SendMessageInput, 'template'>): void {
    const unattended = status === 'pending' && userId === null;
    const { maybeActor: actor } = this.context;
    if (status === 'open' || (unattended && (template || !actor || actor.program))) return;
    throw messageErrors.ERR_TICKET_NOT_OPEN();
  }

  private file(ticket: AnsweredTicket, file: Omit<UploadedFile, 'fields'>, body: string, voice: boolean): DraftContent {
    const mediaType = mediaKindOf(file.mime);
    this.channels.assertCan(ticket.channel, { media: mediaType });
    const name = file.name === UNNAMED_FILE ? null : file.name;
    return { body, mediaType, file: { ...file, name }, data: voice ? { voice: true } : null };
  }

  private async fileList(ticket: AnsweredTicket, id: number, files: readonly UploadedFile[]): Promise<DraftContent[]> {
    if (files.length > 0) throw oneContentKindOnly();
    return (await this.fileLists.messagesOf(id)).map(({ body, file }) =>
      file
        ? { ...this.file(ticket, file, body, false), needsCopy: true }
        : { body, mediaType: 'chat', file: null, data: null },
    );
  }

  private interactive(
    ticket: AnsweredTicket,
    input: NonNullable<SendMessageInput['interactive']>,
    files: readonly UploadedFile[],
  ): DraftContent {
    this.channels.assertCan(ticket.channel, 'buttons');
    if (files.length > 0) throw choicesTakeNoFiles();
    return { file: null, ...interactiveContent(input.body, toOutboundInteractive(input)) };
  }

  private async template(
    ticket: AnsweredTicket,
    input: NonNullable<SendMessageInput['template']>,
    files: readonly UploadedFile[],
  ): Promise<DraftContent> {
    this.channels.assertCan(ticket.channel, 'templates');
    const types = files.map(({ mime }) => mime);
    const { body, outbound, display } = await this.templates.fill(ticket.connectionId, input, types);
    const data = { template: outbound, ...display };
    if (!outbound.cards) return { body, mediaType: 'template', file: files[0] ?? null, data };
    const cardFiles = files.map(({ key, mime, name, size }) => ({ key, mime, name, size }));
    return { body, mediaType: 'template', file: null, data: { ...data, cardFiles } };
  }
}

/** The caption of one of several files; undefined when all files have the same caption. @throws 400 */
function captionOf({ fields }: UploadedFile): string | undefined {
  const caption = fields?.['body'];
  if (caption?.includes('\u0000')) throw unreadableText();
  if (caption !== undefined && caption.length > maxBody) throw textTooLong();
  return caption;
}

export function mediaKindOf(mime: string): MediaKind {
  const [family] = mime.split('/');
  if (family === 'image' && mime !== 'image/svg+xml') return 'image';
  return family === 'audio' || family === 'video' ? family : 'application';
}
