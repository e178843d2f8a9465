import { Injectable } from '@nestjs/common';
import { hasLevel } from '../../../../core/access/decorators.js';
import { PasswordHasher } from '../../../../core/crypto/password-hasher.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import {
  type CompanySummary,
  companySummary,
  lockCompany,
} from '../../../platform/companies/registration/companies.queries.js';
import type { WorkingDay } from '../../../platform/companies/working-hours/working-hours.dto.js';
import { countUsers, type QueueOfUser } from '../memberships/memberships.queries.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { PresenceLeasesService } from '../presence/presence-leases.service.js';
import { User } from '../user.entity.js';
import type { UserChanges, UserInput } from '../users.dto.js';
import { userErrors } from '../users.errors.js';
import {
  passwordProblem,
  UserAccessChanged,
  UserInviting,
  UserRemoving,
  UserRightsSet,
  UserSignInChanged,
} from '../users.events.js';
import { users } from '../users.resource.js';
import { CurrentPasswordCheck } from './current-password-check.js';
import {
  anotherAdmin,
  clearDefaultConnection,
  defaultConnectionOf,
  markUserSeen,
  replacePasswordHash,
} from './users.queries.js';

const endsAtOnce = t(
  'O fim precisa ser diferente do início',
  'The end must differ from the start',
  'El fin debe ser distinto del inicio',
);

const maxOnline = 200;

/** The fields of a user that all users of the company may see. */
export interface Colleague
  extends Pick<Stored<User>, 'id' | 'name' | 'profile' | 'active' | 'pausedSince' | 'pauseReason'> {
  readonly queues: readonly QueueOfUser[];
  readonly queueIds: readonly number[];
  readonly online: boolean;
}

/** `invited` means that the user has no password yet. */
export type UserState = 'active' | 'invited' | 'inactive';

/** Managers and the user see all fields; the record of a single user also has the company, as in a session. */
export interface UserRecord extends Colleague, Partial<Omit<Columns<User, UserInput>, keyof Colleague>> {
  readonly state?: UserState;
  readonly lastSeenAt?: Stored<User>['lastSeenAt'];
  /** Whether the user signs in in two steps. */
  readonly twoFactor?: boolean;
  readonly company?: CompanySummary;
}

@Injectable()
export class UsersService extends CrudService<User, UserInput, UserRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly passwordHasher: PasswordHasher,
    private readonly memberships: MembershipsService,
    private readonly presence: PresenceLeasesService,
    private readonly currentPassword: CurrentPasswordCheck,
  ) {
    super(users, deps);
  }

  /** The fields of these users that colleagues may see. */
  async colleagues(ids: readonly number[]): Promise<Colleague[]> {
    const rows = await this.deps.db.em.find(User, { id: { $in: [...ids] } }, { orderBy: { name: 'asc', id: 'asc' } });
    return (await this.presentEntities(rows)).map(colleagueView);
  }

  /** The active users who are online, by name. */
  async online(): Promise<Colleague[]> {
    return this.colleagues(await this.presence.online(this.deps.context.companyId, maxOnline));
  }

  /** A super-admin may name the company; the user is then created in the context of that company. */
  override async create({ companyId, ...input }: UserInput): Promise<UserRecord> {
    this.refuseSupport(true);
    const make = (): Promise<UserRecord> => super.create(input as UserInput);
    const { actor, companyId: own } = this.deps.context;
    if (!companyId || companyId === own) return make();
    if (!actor.super) throw coreErrors.ERR_NO_PERMISSION();
    return this.deps.db.runAs(companyId, make);
  }

  /** Sets the users of a department. @throws 400 for an unknown user, 403 for one the caller may not manage */
  async setMembers(queueId: number, userIds: readonly number[]): Promise<void> {
    const found = await this.deps.db.row(countUsers(this.deps.context.companyId, userIds));
    if (found?.count !== userIds.length)
      throw coreErrors.ERR_VALIDATION({ fields: { userIds: users.notFound().text } });
    const before = await this.memberships.usersOf(queueId);
    const changed = [...before.filter((id) => !userIds.includes(id)), ...userIds.filter((id) => !before.includes(id))];
    const queuesOf = await this.memberships.queuesOf(changed);
    for (const userId of changed) {
      const others = (queuesOf.get(userId) ?? []).map(({ id }) => id).filter((id) => id !== queueId);
      await this.update(userId, { queueIds: userIds.includes(userId) ? [...others, queueId] : others });
    }
  }

  /** The connection with which the caller starts conversations, if one is set. */
  async defaultConnection(): Promise<number | null> {
    const { companyId, actor } = this.deps.context;
    const row = await this.deps.db.row(defaultConnectionOf(companyId, actor.userId));
    return row?.connectionId ?? null;
  }

  /** Removes this connection as the default of all users of the company. */
  async clearDefaultConnection(connectionId: number): Promise<void> {
    await this.deps.db.run(clearDefaultConnection(this.deps.context.companyId, connectionId));
  }

  /** @throws ERR_VALIDATION and 429 by {@link CurrentPasswordCheck} when callers change their own sign-in */
  override async update(
    id: number,
    { companyId, currentPassword, ...input }: Partial<UserChanges>,
  ): Promise<UserRecord> {
    const user = await this.find(id);
    this.assertManages(user, true);
    const another = input.email !== undefined && input.email.toLowerCase() !== user.email;
    this.refuseSupport(Boolean(input.password) || another);
    await this.currentPassword.assertConfirmed(user, input, currentPassword);
    if (companyId && companyId !== user.companyId) throw coreErrors.ERR_NO_PERMISSION();
    const { email, passwordHash, active } = user;
    const record = await super.update(id, input);
    if (user.email !== email || user.passwordHash !== passwordHash)
      await this.deps.events.dispatch(new UserSignInChanged({ userId: id }));
    if (!user.passwordHash && user.active && (user.email !== email || !active))
      await this.deps.events.dispatch(new UserInviting({ companyId: user.companyId, userId: id }));
    return record;
  }

  /** @throws 403 when the platform's support would change how a user signs in */
  private refuseSupport(signIn: boolean): void {
    if (signIn && this.deps.context.maybeActor?.support) throw coreErrors.ERR_SUPPORT_SESSION();
  }

  async setPasswordHash(userId: number, hash: string): Promise<void> {
    const user = await this.find(userId);
    user.passwordHash = hash;
    await this.em.flush();
    await this.emitChanged('update', user);
  }

  /** Stores a new hash of the same password, unless the password was changed meanwhile; emits no event. */
  async replaceHash(userId: number, from: string, to: string): Promise<void> {
    await this.deps.db.run(replacePasswordHash(userId, from, to));
  }

  async setTwoFactor(userId: number, enabled: boolean): Promise<void> {
    const user = await this.find(userId);
    user.twoFactor = enabled;
    await this.em.flush();
    await this.emitChanged('update', user);
  }

  async markSeen(userId: number): Promise<void> {
    await this.deps.db.run(markUserSeen(userId));
  }

  /** A user whose sign-in the caller may manage. @throws 404, 403 ERR_NO_PERMISSION for a super-admin */
  async managed(id: number): Promise<User> {
    const user = await this.find(id);
    this.assertManages(user, false);
    return user;
  }

  own(): Promise<User> {
    return this.find(this.deps.context.actor.userId);
  }

  /** Checks the caller's password before they change how they sign in. @throws ERR_VALIDATION, 429 */
  async confirmPassword(current: string): Promise<User> {
    const user = await this.own();
    await this.currentPassword.assertRight(user, 'password', current);
    return user;
  }

  protected override initialValues(): object {
    return { companyId: this.deps.context.companyId };
  }

  protected override async write(
    user: User,
    { password, ...input }: Partial<UserInput>,
    creating: boolean,
  ): Promise<void> {
    if (creating) user.passwordHash = null;
    if (password) {
      const problems = await this.deps.events.ask(passwordProblem, { password });
      const problem = problems.find((each) => each !== null);
      if (problem) throw coreErrors.ERR_VALIDATION({ fields: { password: problem } });
      user.passwordHash = await this.passwordHasher.hash(password);
    }
    if (!creating && input.profile !== undefined && input.profile !== 'admin') await this.assertAnotherAdmin(user);
    if (!creating && input.active === false && user.active) await this.assertMayRest(user);
    const { accessHours } = input;
    if (accessHours?.some(({ startTime, endTime }) => endTime === startTime))
      throw coreErrors.ERR_VALIDATION({ fields: { accessHours: endsAtOnce } });
    await super.write(
      user,
      { ...input, ...(input.email === undefined ? {} : { email: input.email.toLowerCase() }) },
      creating,
    );
    if (accessHours) user.accessHours = accessHours.length > 0 ? accessHours.map(orderedDay) : null;
  }

  protected override async afterWrite(
    user: User,
    { queueIds, password, profile, allTicket, active }: Partial<UserInput>,
    creating: boolean,
  ): Promise<void> {
    if (queueIds) await this.memberships.replace(user.id, queueIds);
    if (creating) {
      if (!user.passwordHash && user.active)
        await this.deps.events.dispatch(new UserInviting({ companyId: user.companyId, userId: user.id }));
      return;
    }
    if (profile !== undefined || allTicket !== undefined || active !== undefined)
      await this.deps.events.dispatch(new UserRightsSet({ userId: user.id }));
    const actor = this.deps.context.maybeActor;
    const keptSessionId = actor?.userId === user.id ? actor.sessionId : null;
    const ending = password || !user.active ? { keptSessionId } : null;
    this.deps.events.emit(
      new UserAccessChanged({ companyId: user.companyId, userId: user.id, sessionsEnding: ending }),
    );
  }

  protected override async assertRemovable(user: User): Promise<void> {
    this.assertManages(user, false);
    if (user.id === this.deps.context.maybeActor?.userId) throw userErrors.ERR_OWN_USER();
    await this.assertAnotherAdmin(user);
    await this.deps.events.dispatch(new UserRemoving({ userId: user.id }));
    this.deps.events.emit(new UserAccessChanged({ companyId: user.companyId, userId: user.id }));
  }

  /** Colleagues see name, profile, departments and presence; only managers and the user see e-mail and rights. */
  protected override async present(rows: readonly Stored<User>[]): Promise<UserRecord[]> {
    const ids = rows.map(({ id }) => id);
    const queues = await this.memberships.queuesOf(ids);
    const online = await this.presence.onlineOf(this.deps.context.companyId, ids);
    const records = await this.records(rows, (user) => {
      const { id, companyId, pausedSince, pauseReason, accessHours } = user;
      const own = queues.get(id) ?? [];
      return {
        companyId,
        queues: own,
        queueIds: own.map((queue) => queue.id),
        online: online.has(id),
        state: stateOf(user),
        twoFactor: user.twoFactor,
        accessHours: accessHours?.map(orderedDay) ?? [],
        pausedSince,
        pauseReason,
      };
    });
    return records.map((record) => (this.seesAll(record.id) ? record : colleagueView(record)));
  }

  /** The record of a single user also has the company, as in a session. */
  protected override async presentOne(user: User): Promise<UserRecord> {
    const record = await super.presentOne(user);
    if (!this.seesAll(user.id)) return record;
    const row = await this.deps.db.row(companySummary(user.companyId));
    return { ...record, ...row };
  }

  /** A search by e-mail would reveal it to colleagues. */
  protected override searchWhere(search: string): object {
    return super.searchWhere(search, this.seesAll() ? ['name', 'email'] : ['name']);
  }

  private seesAll(id?: number): boolean {
    const actor = this.deps.context.maybeActor;
    return !actor || hasLevel(actor, 'admin') || actor.userId === id;
  }

  /** Managers manage all users except super-admins, whose accounts they could otherwise take over. */
  private assertManages(user: User, own: boolean): void {
    const actor = this.deps.context.maybeActor;
    if (!actor || actor.super || (own && actor.userId === user.id)) return;
    if (user.super || !hasLevel(actor, 'admin')) throw coreErrors.ERR_NO_PERMISSION();
  }

  private async assertMayRest(user: User): Promise<void> {
    if (user.id === this.deps.context.maybeActor?.userId) throw userErrors.ERR_OWN_ACTIVITY();
    await this.assertAnotherAdmin(user);
  }

  /** Invited users do not count. Locks the company, because two managers could otherwise remove one another. */
  private async assertAnotherAdmin({ id, companyId, profile }: User): Promise<void> {
    if (profile !== 'admin') return;
    await this.deps.db.row(lockCompany(companyId));
    const other = await this.deps.db.row(anotherAdmin(companyId, id));
    if (!other) throw userErrors.ERR_LAST_ADMIN();
  }
}

/** The fields of a user's record that all users of the company may see. */
export function colleagueView(record: UserRecord): Colleague {
  const { id, name, profile, active, queues, queueIds, online, pausedSince, pauseReason } = record;
  return { id, name, profile, active, queues, queueIds, online, pausedSince, pauseReason };
}

function stateOf({ active, passwordHash }: Stored<User>): UserState {
  if (!active) return 'inactive';
  return passwordHash ? 'active' : 'invited';
}

/** Compares days in a fixed key order: jsonb reorders keys, and forms send records back as they got them. */
const orderedDay = ({ weekdayEn, startTime, endTime }: WorkingDay): WorkingDay => ({ weekdayEn, startTime, endTime });
