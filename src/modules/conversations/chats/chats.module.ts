import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ChatMessagesService } from './conversations/chat-messages.service.js';
import { ChatTypingService } from './conversations/chat-typing.service.js';
import { ChatsController } from './conversations/chats.controller.js';
import { ChatsListener } from './conversations/chats.listener.js';
import { ChatsService } from './conversations/chats.service.js';

definePage({
  name: 'chats',
  path: '/chats',
  label: t('Chat interno', 'Internal chat', 'Chat interno'),
  level: 'user',
  feature: 'useInternalChat',
  menu: { section: 'main', order: 80, icon: 'Chat' },
});

@Module({
  imports: [MessagesModule],
  controllers: [ChatsController],
  providers: [ChatsService, ChatMessagesService, ChatsListener, ChatTypingService],
})
export class ChatsModule {}
