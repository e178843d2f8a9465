import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import type { RecordAction } from '../../../../core/resource/define-resource.js';
import { AnnouncementChanged } from '../announcements.events.js';
import { companiesSeeing } from './announcements.queries.js';
import { type AnnouncementRecord, AnnouncementsService } from './announcements.service.js';

/** Companies that see the announcement get `record`; those that do not, or no longer, get only `id`. */
export interface AnnouncementEvent {
  readonly action: RecordAction;
  readonly record?: AnnouncementRecord;
  readonly id?: number;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    /** The payload of `company-announcement`, a socket event of the platform. */
    announcement: AnnouncementEvent;
  }
}

@Injectable()
export class AnnouncementsListener {
  constructor(
    private readonly db: Db,
    private readonly announcements: AnnouncementsService,
  ) {}

  @Broadcast(AnnouncementChanged)
  async changed({ id, action }: AnnouncementChanged): Promise<Emission<AnnouncementEvent>[]> {
    const record = await this.announcements.forBroadcast(id);
    const companies = await this.db.rows(companiesSeeing(id));
    const roomsOf = (sees: boolean) =>
      companies.filter(({ seesIt }) => seesIt === sees).map((company) => rooms.company(company.id));
    const name = 'company-announcement';
    return [
      { rooms: roomsOf(false), name, payload: { action: 'delete', id } },
      ...(record ? [{ rooms: roomsOf(true), name, payload: { action, record } }] : []),
    ];
  }
}
