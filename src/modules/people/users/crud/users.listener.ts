import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { PasswordHasher } from '../../../../core/crypto/password-hasher.js';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Answers, type Asked } from '../../../../core/events/port.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { RecordChanged, type RecordMembers, recordMembers } from '../../../../core/resource/record-changed.js';
import { CompanyCreating } from '../../../platform/companies/companies.events.js';
import { QueueMembersSet, QueueRemoving } from '../../queues/queues.events.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { User } from '../user.entity.js';
import { UserAccessChanged, UserInviting, UserPresenceChanged } from '../users.events.js';
import { users } from '../users.resource.js';
import { type Colleague, colleagueView, type UserRecord, UsersService } from './users.service.js';

export interface PresenceEvent {
  readonly action: 'update';
  readonly user: Colleague;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    /** An event without `user` means that the user was removed. */
    user: { readonly action: string; readonly user?: object; readonly userId?: number };
    presence: PresenceEvent;
  }
}

/**
 * How users are broadcast, and what they do in the transactions of earlier modules.
 *
 * Existing clients replace their user record with that of `company-{c}-user`. It is therefore always complete, and only
 * managers and the user get it. Colleagues get the fields that they may see as `company-{c}-presence`.
 */
@Injectable()
export class UsersListener {
  constructor(
    private readonly users: UsersService,
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly passwordHasher: PasswordHasher,
    private readonly memberships: MembershipsService,
  ) {}

  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== users.name) return [];
    // managers get this event from the broadcast of the resource
    const except = [rooms.admins(companyId)];
    const event = companyEvent(companyId, 'user', record ? { action, user: record } : { action, userId: id });
    if (!record) return [{ rooms: [rooms.company(companyId)], except, ...event }];
    return [
      { rooms: [rooms.user(companyId, id)], except, ...event },
      presence(companyId, colleagueView(record as UserRecord)),
    ];
  }

  @Broadcast(UserPresenceChanged)
  async presenceChanged({ companyId, userIds }: UserPresenceChanged): Promise<Emission[]> {
    return (await this.users.colleagues(userIds)).map((user) => presence(companyId, user));
  }

  /** Creates the first manager of a new company; without a password, one is set by e-mail (behaviour.md §8). */
  @InTransaction(CompanyCreating)
  async addAdmin({ companyId, admin }: CompanyCreating): Promise<void> {
    const passwordHash = admin.password ? await this.passwordHasher.hash(admin.password) : null;
    const user = this.db.em.create(User, {
      companyId,
      name: admin.name,
      email: admin.email.toLowerCase(),
      passwordHash,
      profile: 'admin',
      super: false,
      allTicket: 'enabled',
      whatsappId: null,
      language: this.context.locale,
    });
    await this.db.em.flush();
    if (!passwordHash) await this.events.dispatch(new UserInviting({ companyId, userId: user.id }));
  }

  @InTransaction(QueueMembersSet)
  setMembers({ queueId, userIds }: QueueMembersSet): Promise<void> {
    return this.users.setMembers(queueId, userIds);
  }

  @Answers(recordMembers)
  async members({
    resource,
    ids,
  }: Asked<typeof recordMembers>): Promise<RecordMembers<{ queue: { userIds: readonly number[] } }>> {
    if (resource !== 'queue') return new Map();
    const members = await this.memberships.usersOfEach(ids);
    return new Map(ids.map((id) => [id, { userIds: members.get(id) ?? [] }]));
  }

  /** Foreign keys remove the memberships; the sockets of the members must be updated. */
  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    for (const userId of await this.memberships.usersOf(queueId)) {
      this.events.emit(new UserAccessChanged({ companyId: this.context.companyId, userId }));
    }
  }
}

const presence = (companyId: number, user: Colleague): Emission<PresenceEvent> => ({
  rooms: [rooms.company(companyId)],
  ...companyEvent(companyId, 'presence', { action: 'update', user }),
});
