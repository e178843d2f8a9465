import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam, Scope } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import { type MessageHits, MessageList, type MessagePageExtra } from '../history/message-list.js';
import { ReactInput, SendMessageInput, TextPreviewInput } from '../messages.dto.js';
import { TextVariablesService } from '../outbound/text-variables.service.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { ReactionsService } from '../reactions/reactions.service.js';
import { ReadReceiptsService } from '../read-receipts/read-receipts.service.js';
import { TypingIndicatorService } from '../typing/typing-indicator.service.js';
import { MessagesService } from './messages.service.js';

/** Named `id` as in `/messages/:id`: OpenAPI takes paths that differ only in a parameter's name for the same path. */
const ofTicket = { name: 'id', description: 'Id of the conversation' };

@ApiTags('messages')
@Controller()
@Scope('messages')
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly lists: MessageList,
    private readonly readReceipts: ReadReceiptsService,
    private readonly reactions: ReactionsService,
    private readonly typingIndicator: TypingIndicatorService,
    private readonly variables: TextVariablesService,
  ) {}

  @Get('messages/:id')
  @Allow('user')
  @Envelope('messages')
  @ApiOperation({ summary: 'Messages of a conversation, newest page first' })
  @ApiParam(ofTicket)
  @ApiQuery({ name: 'pageNumber', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiQuery({ name: 'after', required: false, description: 'Id: what came since' })
  @ApiQuery({
    name: 'around',
    required: false,
    description: 'Id: the page around that message, with `cursor` back and `cursorAfter` (for `after`) forth',
  })
  @ApiQuery({ name: 'peek', required: false, description: 'true: never marks anything read' })
  list(
    @IdParam() ticketId: number,
    @Query() query: Record<string, unknown>,
  ): Promise<Page<MessageRow, MessagePageExtra>> {
    return this.lists.list(ticketId, query);
  }

  @Get('messages/:id/hits')
  @Allow('user')
  @ApiOperation({ summary: 'Messages and notes of a conversation with the words, newest first, the last 1000' })
  @ApiParam(ofTicket)
  @ApiQuery({ name: 'searchParam', description: 'Words; the last one may be a beginning' })
  hits(@IdParam() ticketId: number, @Query() query: Record<string, unknown>): Promise<MessageHits> {
    return this.lists.search(ticketId, query);
  }

  @Post('messages/:id')
  @Allow('user')
  @Upload({ field: 'medias', maxFiles: 20 })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiOperation({
    summary:
      'Send a text, a template, choices, a file list, or files as medias; answers the stored message, or all of them',
  })
  @ApiParam(ofTicket)
  async send(
    @IdParam() ticketId: number,
    @Body() input: SendMessageInput,
    @Uploads() files: readonly UploadedFile[],
  ): Promise<MessageRow | MessageRow[] | undefined> {
    const stored = await this.messages.send(ticketId, input, files);
    // a template with several files is one message
    return (files.length > 1 && !input.template) || input.fileListId ? stored : stored[0];
  }

  @Post('messages/:id/retry')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Try a failed message again' })
  retry(@IdParam() id: number): Promise<MessageRow> {
    return this.messages.retry(id);
  }

  @Post('messages/:id/react')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'React to a message with an emoji, or take the reaction back' })
  react(@IdParam() id: number, @Body() { emoji }: ReactInput): Promise<MessageRow> {
    return this.reactions.react(id, emoji);
  }

  @Post('message-texts/preview')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'A text with its variables filled, as an example of a customer would get it now' })
  async previewText(@Body() { text }: TextPreviewInput): Promise<{ text: string }> {
    return { text: await this.variables.preview(text ?? '') };
  }

  @Post('tickets/:id/typing')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Show the customer that somebody is typing; from the composer, every few seconds' })
  async typing(@IdParam() id: number): Promise<Record<string, never>> {
    await this.typingIndicator.show(id);
    return {};
  }

  @Post('tickets/:id/read')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Mark a conversation read' })
  read(@IdParam() id: number): Promise<TicketRow> {
    return this.readReceipts.markRead(id);
  }

  @Post('tickets/:id/unread')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Mark a conversation unread' })
  unread(@IdParam() id: number): Promise<TicketRow> {
    return this.readReceipts.markUnread(id);
  }
}
