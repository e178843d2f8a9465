import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { RecordChanged } from '../../core/resource/record-changed.js';
import { UserPresenceChanged } from './users.events.js';
import { users } from './users.resource.js';
import { type Colleague, colleagueView, type UserRecord, UsersService } from './users.service.js';

export interface PresenceEvent {
  readonly action: 'update';
  readonly user: Colleague;
}

/**
 * Existing clients put the user of `company-{c}-user` in place of the one they have: it is always whole, and so for
 * managers and the user only. What colleagues may see goes as `company-{c}-presence`.
 */
@Injectable()
export class UsersListener {
  constructor(private readonly users: UsersService) {}

  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== users.name) return [];
    // managers have it from the resource's own broadcast
    const except = [rooms.admins(companyId)];
    const name = `company-${companyId}-user`;
    if (!record) return [{ rooms: [rooms.company(companyId)], except, name, payload: { action, userId: id } }];
    return [
      { rooms: [rooms.user(companyId, id)], except, name, payload: { action, user: record } },
      presence(companyId, colleagueView(record as UserRecord)),
    ];
  }

  @Broadcast(UserPresenceChanged)
  async presenceChanged({ companyId, userIds }: UserPresenceChanged): Promise<Emission[]> {
    return (await this.users.colleagues(userIds)).map((user) => presence(companyId, user));
  }
}

const presence = (companyId: number, user: Colleague): Emission<PresenceEvent> => ({
  rooms: [rooms.company(companyId)],
  name: `company-${companyId}-presence`,
  payload: { action: 'update', user },
});
