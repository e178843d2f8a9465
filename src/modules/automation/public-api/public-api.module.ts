import { Module } from '@nestjs/common';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { PublicApiController } from './messages/public-api.controller.js';
import './public-api.page.js';
import { PublicMessages } from './messages/public-messages.service.js';

@Module({
  imports: [ContactsModule, MessagesModule, TicketsModule],
  controllers: [PublicApiController],
  providers: [PublicMessages],
})
export class PublicApiModule {}
