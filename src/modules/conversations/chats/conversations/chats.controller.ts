import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiQuery, PartialType } from '@nestjs/swagger';
import { Allow, IdParam, Plan } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import { ReactInput } from '../../messages/messages.dto.js';
import { ChatInput, ChatMessageEdit, ChatMessageInput, DirectChatInput } from '../chats.dto.js';
import { type ChatKey, KeyParam } from './chat-key.js';
import type { ChatMessageRow } from './chat-messages.queries.js';
import { ChatMessagesService } from './chat-messages.service.js';
import type { ChatRow } from './chats.queries.js';
import { ChatsService } from './chats.service.js';

const removed = t('Conversa excluída com sucesso!', 'Chat deleted.', '¡Conversación eliminada con éxito!');

class ChatChanges extends PartialType(ChatInput) {}

@Controller('chats')
@Plan('useInternalChat')
export class ChatsController {
  constructor(
    private readonly context: Context,
    private readonly chats: ChatsService,
    private readonly messages: ChatMessagesService,
  ) {}

  @Get()
  @Allow('user')
  @Envelope('records')
  @ApiOperation({ summary: 'The chats of the caller, the last written first' })
  @ApiQuery({ name: 'searchParam', required: false, description: 'Part of a title, or of the other name' })
  @ApiQuery({ name: 'pageNumber', required: false })
  list(@Query() query: Record<string, unknown>): Promise<Page<ChatRow>> {
    return this.chats.list(query);
  }

  @Get('unread')
  @Allow('user')
  @ApiOperation({ summary: 'How many chats of the caller have something unread' })
  unread(): Promise<{ count: number }> {
    return this.chats.unread();
  }

  @Get(':id')
  @Allow('user')
  @ApiOperation({ summary: 'One chat with all of its members' })
  get(@KeyParam() id: ChatKey): Promise<ChatRow> {
    return this.chats.get(id);
  }

  @Post()
  @Allow('user')
  @ApiOperation({ summary: 'Begin a chat of the caller and others' })
  create(@Body() input: ChatInput): Promise<ChatRow> {
    return this.chats.create(input);
  }

  @Post('direct')
  @Allow('user')
  @ApiOperation({ summary: 'The chat of the caller and one other, without a subject; begun where there is none' })
  direct(@Body() { userId }: DirectChatInput): Promise<ChatRow> {
    return this.chats.direct(userId);
  }

  @Put(':id')
  @Allow('user')
  @ApiOperation({ summary: 'Change title and members; its owner' })
  update(@KeyParam() id: ChatKey, @Body() input: ChatChanges): Promise<ChatRow> {
    return this.chats.update(id, input);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Delete a chat with its messages; its owner' })
  async remove(@KeyParam() id: ChatKey): Promise<{ message: string }> {
    await this.chats.remove(id);
    return { message: removed[this.context.locale] };
  }

  @Post(':id/read')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'The caller has read the chat' })
  read(@KeyParam() id: ChatKey): Promise<ChatRow> {
    return this.chats.markRead(id);
  }

  @Get(':id/messages')
  @Allow('user')
  @Envelope('records')
  @ApiOperation({ summary: 'Messages of a chat, newest page first' })
  @ApiQuery({ name: 'pageNumber', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiQuery({ name: 'from', required: false, description: 'Id: everything from that message to the cursor' })
  listMessages(@KeyParam() id: ChatKey, @Query() query: Record<string, unknown>): Promise<Page<ChatMessageRow>> {
    return this.messages.list(id, query);
  }

  @Post(':id/messages')
  @Allow('user')
  @Upload({ field: 'medias', maxFiles: 20 })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiOperation({ summary: 'Write a text, or send files as medias; answers the message, or a list for several files' })
  async send(
    @KeyParam() id: ChatKey,
    @Body() input: ChatMessageInput,
    @Uploads() files: readonly UploadedFile[],
  ): Promise<ChatMessageRow | ChatMessageRow[] | undefined> {
    const stored = await this.messages.send(id, input, files);
    return files.length > 1 ? stored : stored[0];
  }

  @Put(':id/messages/:messageId')
  @Allow('user')
  @ApiOperation({ summary: 'Edit an own text' })
  edit(
    @KeyParam() id: ChatKey,
    @IdParam('messageId') messageId: number,
    @Body() { message }: ChatMessageEdit,
  ): Promise<ChatMessageRow> {
    return this.messages.edit(id, messageId, message);
  }

  @Delete(':id/messages/:messageId')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Delete an own message' })
  removeMessage(@KeyParam() id: ChatKey, @IdParam('messageId') messageId: number): Promise<ChatMessageRow> {
    return this.messages.remove(id, messageId);
  }

  @Post(':id/messages/:messageId/react')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'React to a message with an emoji, or take the reaction back' })
  react(
    @KeyParam() id: ChatKey,
    @IdParam('messageId') messageId: number,
    @Body() { emoji }: ReactInput,
  ): Promise<ChatMessageRow> {
    return this.messages.react(id, messageId, emoji);
  }
}
