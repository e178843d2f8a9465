import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { AnnouncementChanged } from '../announcements.events.js';

/** The period of an announcement begins or ends. */
export class RefreshAnnouncement extends defineJob<{ id: number }>('refresh-announcement') {}

@Injectable()
export class RefreshAnnouncementHandler {
  constructor(private readonly events: Events) {}

  @JobHandler(RefreshAnnouncement)
  async perform({ id }: RefreshAnnouncement['payload']): Promise<void> {
    this.events.emit(new AnnouncementChanged({ id, action: 'update' }));
  }
}
