import { sql } from 'kysely';
import type { Actor, Profile, Program, SupportSession } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import { companyJsonSql, mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { CompanySummary } from '../../../platform/companies/registration/companies.queries.js';
import { planFeatures } from '../../../platform/plans/plan.entity.js';
import { endedBy } from '../auth.errors.js';

/**
 * On the aliases `u` of users and `c` of companies: the user may be here at this hour. The last minute of a day's hours
 * counts, and super-admins and the only active manager with a password are never kept out.
 */
export const withinAccessHours = sql<boolean>`(u.access_hours is null or u.super or exists (
    select 1 from jsonb_array_elements(u.access_hours) h, (select now() at time zone c.timezone as clock) x
    where h->>'weekdayEn' = to_char(x.clock, 'fmday')
      and to_char(x.clock, 'HH24:MI') between h->>'startTime' and h->>'endTime')
  or (u.profile = 'admin' and not exists (select 1 from users o
    where o.company_id = u.company_id and o.id <> u.id and o.profile = 'admin' and o.active
      and o.password_hash is not null)))`;

export interface Account {
  id: number;
  companyId: number;
  name: string;
  email: string;
  passwordHash: string | null;
  super: boolean;
  active: boolean;
  mayWork: boolean;
  withinHours: boolean;
}

/** The user with this e-mail, before their company is known. */
export const accountOf = (email: string): Statement<Account> =>
  sql`select u.id, u.company_id as "companyId", u.name, u.email, u.password_hash as "passwordHash", u.super, u.active,
    ${mayWorkSql} as "mayWork", ${withinAccessHours} as "withinHours"
  from users u join companies c on c.id = u.company_id where u.email = ${email}`;

/** The company of a user of any company. */
export const companyOfUser = (userId: number): Statement<{ companyId: number }> =>
  sql`select company_id as "companyId" from users where id = ${userId}`;

/** A row if the account signed in from this address in the last 30 days. */
export const signInsFrom = (email: string, address: string): Statement =>
  sql`select 1 from users u join audit_entries a on a.company_id = u.company_id and a.subject = 'user:' || u.id
  where u.email = ${email} and a.action = 'user.signedIn' and a.address = ${address}
    and a.created_at > now() - interval '30 days' limit 1`;

export interface Recipient {
  email: string;
  name: string;
  language: Locale;
  company: string;
}

export const recipientOf = (userId: number): Statement<Recipient> =>
  sql`select u.email, u.name, u.language, c.name as company from users u join companies c on c.id = u.company_id
  where u.id = ${userId}`;

/** The user as login, refresh and `me` answer it (behaviour.md §2). */
export interface SessionUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly companyId: number;
  readonly company: CompanySummary;
  readonly queues: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly UserQueue: { readonly queueId: number };
  }[];
  readonly whatsappId: number | null;
  readonly allTicket: 'enabled' | 'desabled';
  readonly language: Locale;
  /** The session is one of the platform's support: until when it lasts. */
  readonly support?: SupportSession;
}

export const sessionUser = (userId: number): Statement<{ user: SessionUser }> =>
  sql`select json_build_object(
         'id', u.id, 'name', u.name, 'email', u.email, 'profile', u.profile, 'super', u.super, 'companyId',
           u.company_id,
         'company', ${companyJsonSql},
         'queues', coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color,
           'UserQueue', json_build_object('queueId', q.id)) order by q.order_queue, q.name)
           from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
             where uq.company_id = u.company_id and uq.user_id = u.id), '[]'),
         'whatsappId', u.whatsapp_id, 'allTicket', u.all_ticket, 'language', u.language) as "user"
       from users u join companies c on c.id = u.company_id where u.id = ${userId}`;

export interface ActorRow {
  sid: string;
  userId: number;
  companyId: number;
  name: string;
  profile: Profile;
  super: boolean;
  allTicket: string;
  language: Locale;
  queueIds: number[];
  mayWork: boolean;
  withinHours: boolean;
  plan: Record<string, boolean>;
  /** Of a support session: who opened it, and until when it lasts. */
  supporter: string | null;
  expiresAt: string;
  signedInAt: string;
}

const featuresOf = sql.join(
  planFeatures.map((flag) => {
    const column = flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return sql`${sql.lit(flag)}, ${sql.ref(`p.${column}`)}`;
  }),
);

/** A program and its company (`companies c`, `plans p`); the caller adds the name and from where. */
export interface ProgramRow {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly mayWork: boolean;
  readonly plan: Record<string, boolean>;
  readonly scopes: readonly string[];
}

export const programColumns = sql`c.id as "companyId", ${mayWorkSql} as "mayWork", json_build_object(${featuresOf}) as plan`;

/** @throws 401 ERR_COMPANY_EXPIRED when the company is suspended */
export function programActor(kind: Program['kind'], { id, companyId, name, mayWork, plan, scopes }: ProgramRow): Actor {
  if (!mayWork) throw endedBy('ERR_COMPANY_EXPIRED');
  return {
    userId: 0,
    sessionId: '',
    companyId,
    name,
    profile: 'admin',
    super: false,
    queueIds: [],
    allTicket: true,
    locale: 'pt',
    features: plan,
    program: { kind, id, scopes },
  };
}

/** The actors of live sessions; the caller adds which. */
export const actorSql = sql`
  select s.sid, u.id as "userId", u.company_id as "companyId", u.name, u.profile,
    u.super and s.support_of is null as super, u.all_ticket as "allTicket", u.language, su.name as supporter,
    s.expires_at as "expiresAt", s.created_at as "signedInAt",
    coalesce((select json_agg(uq.queue_id order by uq.queue_id) from user_queues uq where uq.company_id = u.company_id
      and uq.user_id = u.id), '[]') as "queueIds",
    ${mayWorkSql} as "mayWork", ${withinAccessHours} as "withinHours",
    json_build_object(${featuresOf}) as plan
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id and u.active
  join companies c on c.id = u.company_id
  join plans p on p.id = c.plan_id
  left join sessions ss on ss.sid = s.support_of and ss.ended_at is null and ss.expires_at > now()
  left join users su on su.company_id = ss.company_id and su.id = ss.user_id and su.super and su.active
  where s.ended_at is null and s.expires_at > now() and (s.support_of is null or su.id is not null)`;

export const firstAdminOf = (companyId: number): Statement<{ id: number; name: string }> =>
  sql`select id, name from users where company_id = ${companyId} and profile = 'admin' and active order by id limit 1`;

/** On the alias `s`. Whether a refresh token is the predecessor of the newest one and may still be repeated; only a rotation sets `updated_at`. */
const withinReuseGrace = (counter: number): Condition =>
  sql`(s.counter - ${counter}::integer = 1 and s.updated_at > now() - interval '30 seconds')`;

export interface RefreshedSession {
  readonly userId: number;
  readonly companyId: number;
  readonly counter: number;
  readonly alive: boolean;
  readonly repeats: boolean;
  readonly withinHours: boolean;
}

/** The session of a refresh token, locked. */
export const refreshedSession = (sid: string, counter: number): Statement<RefreshedSession> =>
  sql`select s.user_id as "userId", s.company_id as "companyId", s.counter,
    s.ended_at is null and s.expires_at > now() as alive, ${withinReuseGrace(counter)} as repeats,
    ${withinAccessHours} as "withinHours"
  from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = u.company_id where s.sid = ${sid} for update of s`;

/** Live sessions of users whose hours are over. */
export const outsideAccessHours = sql<{ id: number }>`select s.id from users u join companies c on c.id = u.company_id
  join sessions s on s.company_id = u.company_id and s.user_id = u.id and s.support_of is null and s.ended_at is null
  where u.access_hours is not null and not ${withinAccessHours}`;
