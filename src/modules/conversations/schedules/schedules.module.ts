import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { TemplatesModule } from '../../channels/templates/templates.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { SchedulesController } from './crud/schedules.controller.js';
import { SchedulesListener } from './crud/schedules.listener.js';
import { SchedulesService } from './crud/schedules.service.js';
import { schedules } from './schedules.resource.js';
import { ScheduleConnectionsService } from './sending/schedule-connections.service.js';
import { ScheduleStatusListener } from './sending/schedule-status.listener.js';
import { SendScheduleHandler } from './sending/send-schedule.job.js';

@Module({
  imports: [CompaniesModule, ContactsModule, ConnectionsModule, TemplatesModule, TicketsModule, MessagesModule],
  ...resourceModule(schedules, {
    service: SchedulesService,
    controllers: [SchedulesController],
    providers: [ScheduleConnectionsService, ScheduleStatusListener, SendScheduleHandler, SchedulesListener],
  }),
})
export class SchedulesModule {}
