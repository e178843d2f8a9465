import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { RecordChanged } from '../../core/resource/record-changed.js';
import type { User } from './user.entity.js';
import { UserPresenceChanged } from './users.events.js';
import { users } from './users.resource.js';
import { UsersService } from './users.service.js';

/** Shows a changed user to colleagues, who see less of it than managers do. */
@Injectable()
export class UsersListener {
  constructor(private readonly users: UsersService) {}

  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== users.name) return [];
    const { name, profile, queues, queueIds, online, pausedSince, pauseReason } = (record ?? {}) as User &
      Record<'queues' | 'queueIds' | 'online', unknown>;
    const user = { id, name, profile, queues, queueIds, online, pausedSince, pauseReason };
    return [
      {
        rooms: [rooms.company(companyId)],
        except: [rooms.admins(companyId)],
        name: `company-${companyId}-user`,
        payload: record ? { action, user } : { action, userId: id },
      },
    ];
  }

  /** To managers too as colleagues see each other: it adds to what their screens have. */
  @Broadcast(UserPresenceChanged)
  async presenceChanged({ companyId, userIds }: UserPresenceChanged): Promise<Emission[]> {
    return (await this.users.colleagues(userIds)).map((user) => ({
      rooms: [rooms.company(companyId)],
      name: `company-${companyId}-user`,
      payload: { action: 'update', user },
    }));
  }
}
