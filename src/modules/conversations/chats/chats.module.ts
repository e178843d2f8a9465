import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ChatMessagesService } from './conversations/chat-messages.service.js';
import { ChatTyping } from './conversations/chat-typing.service.js';
import { ChatsController } from './conversations/chats.controller.js';
import { ChatsListener } from './conversations/chats.listener.js';
import './chats.page.js';
import { ChatsService } from './conversations/chats.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [ChatsController],
  providers: [ChatsService, ChatMessagesService, ChatsListener, ChatTyping],
})
export class ChatsModule {}
