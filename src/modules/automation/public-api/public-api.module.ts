import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { PublicApiController } from './messages/public-api.controller.js';
import { PublicMessagesService } from './messages/public-messages.service.js';

definePage({
  name: 'api-docs',
  path: '/api-docs',
  label: t('API', 'API', 'API'),
  level: 'admin',
  feature: 'useExternalApi',
  menu: { section: 'management', order: 60, icon: 'Code' },
});

@Module({
  imports: [ContactsModule, MessagesModule, TicketsModule],
  controllers: [PublicApiController],
  providers: [PublicMessagesService],
})
export class PublicApiModule {}
