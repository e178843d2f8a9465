import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ChatMessagesService } from './chat-messages.service.js';
import { ChatTyping } from './chat-typing.service.js';
import { ChatsController } from './chats.controller.js';
import { ChatsListener } from './chats.listener.js';
import './chats.page.js';
import { ChatsService } from './chats.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [ChatsController],
  providers: [ChatsService, ChatMessagesService, ChatsListener, ChatTyping],
})
export class ChatsModule {}
