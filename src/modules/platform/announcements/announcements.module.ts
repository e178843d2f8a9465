import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { announcements } from './announcements.resource.js';
import { AnnouncementsController } from './publishing/announcements.controller.js';
import { AnnouncementsListener } from './publishing/announcements.listener.js';
import { AnnouncementsService } from './publishing/announcements.service.js';
import { RefreshAnnouncementHandler } from './publishing/refresh-announcement.job.js';

@Module({
  imports: [CompaniesModule],
  ...resourceModule(announcements, {
    service: AnnouncementsService,
    controllers: [AnnouncementsController],
    providers: [AnnouncementsListener, RefreshAnnouncementHandler],
  }),
})
export class AnnouncementsModule {}
