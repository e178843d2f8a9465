import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { AnnouncementsController } from './announcements.controller.js';
import { AnnouncementsListener } from './announcements.listener.js';
import { announcements } from './announcements.resource.js';
import { AnnouncementsService } from './announcements.service.js';
import { RefreshAnnouncementHandler } from './refresh-announcement.job.js';

@Module({
  imports: [CompaniesModule],
  ...resourceModule(announcements, {
    service: AnnouncementsService,
    controllers: [AnnouncementsController],
    providers: [AnnouncementsListener, RefreshAnnouncementHandler],
  }),
})
export class AnnouncementsModule {}
