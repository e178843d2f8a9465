import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { ScheduleSender } from './schedule-sender.service.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesListener } from './schedules.listener.js';
import { schedules } from './schedules.resource.js';
import { SchedulesService } from './schedules.service.js';

@Module({
  imports: [CompaniesModule, ContactsModule, ConnectionsModule, TemplatesModule, TicketsModule, MessagesModule],
  ...resourceModule(schedules, {
    service: SchedulesService,
    controllers: [SchedulesController],
    providers: [ScheduleSender, SchedulesListener],
  }),
})
export class SchedulesModule {}
