import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { PublicApiController } from './public-api.controller.js';
import './public-api.page.js';
import { PublicMessages } from './public-messages.service.js';

@Module({
  imports: [ContactsModule, MessagesModule, TicketsModule],
  controllers: [PublicApiController],
  providers: [PublicMessages],
})
export class PublicApiModule {}
