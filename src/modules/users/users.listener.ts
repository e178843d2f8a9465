import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { RecordChanged } from '../../core/resource/record-changed.js';
import type { User } from './user.entity.js';
import { users } from './users.resource.js';

/** Shows a changed user to colleagues, who see less of it than managers do. */
@Injectable()
export class UsersListener {
  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== users.name) return [];
    const { name, profile, queues, queueIds } = (record ?? {}) as User & { queues: unknown; queueIds: unknown };
    return [
      {
        rooms: [rooms.company(companyId)],
        except: [rooms.admins(companyId)],
        name: `company-${companyId}-user`,
        payload: record ? { action, user: { id, name, profile, queues, queueIds } } : { action, userId: id },
      },
    ];
  }
}
