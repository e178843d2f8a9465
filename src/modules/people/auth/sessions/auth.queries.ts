import { sql } from 'kysely';
import type { Actor, Profile, Program, SupportSession } from '../../../../core/context.js';
import type { Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import { companyJsonSql, mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { CompanySummary } from '../../../platform/companies/registration/companies.queries.js';
import { planFeatures } from '../../../platform/plans/plan.entity.js';
import { endedBy } from '../auth.errors.js';

/**
 * On the aliases `u` of users and `c` of companies: the user is within their access hours. The last minute of the hours
 * counts; those that end before they begin go on over midnight. Super-admins and the only active manager with a password are never locked out.
 */
export const withinAccessHours = sql<boolean>`(u.access_hours is null or u.super or exists (
    select 1 from jsonb_array_elements(u.access_hours) h, (select now() at time zone c.timezone as clock) x
    where case when h->>'startTime' <= h->>'endTime' then h->>'weekdayEn' = to_char(x.clock, 'fmday')
        and to_char(x.clock, 'HH24:MI') between h->>'startTime' and h->>'endTime'
      else h->>'weekdayEn' = to_char(x.clock, 'fmday') and to_char(x.clock, 'HH24:MI') >= h->>'startTime'
        or h->>'weekdayEn' = to_char(x.clock - interval '1 day', 'fmday')
        and to_char(x.clock, 'HH24:MI') <= h->>'endTime' end)
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

/** The user with this e-mail; the company is not known yet, so it searches all companies. */
export const accountOf = (email: string): Statement<Account> =>
  sql`select u.id, u.company_id as "companyId", u.name, u.email, u.password_hash as "passwordHash", u.super, u.active,
    ${mayWorkSql} as "mayWork", ${withinAccessHours} as "withinHours"
  from users u join companies c on c.id = u.company_id where u.email = ${email}`;

/** The company of a user of any company. */
export const companyOfUser = (userId: number): Statement<{ companyId: number }> =>
  sql`select company_id as "companyId" from users where id = ${userId}`;

/** Returns a row if the account signed in from this address in the last 30 days. */
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

/** The user in the answers of login, refresh and `me` (behaviour.md §2). */
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
  /** Set in a session of the platform's support: until when it lasts. */
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
         'whatsappId', u.connection_id, 'allTicket', u.all_ticket, 'language', u.language) as "user"
       from users u join companies c on c.id = u.company_id where u.id = ${userId}`;

/** The features of plan `p` by name, for `json_build_object`. */
export const featuresOf = sql.join(
  planFeatures.map((flag) => {
    const column = flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return sql`${sql.lit(flag)}, ${sql.ref(`p.${column}`)}`;
  }),
);

/** A program with its company (`companies c`, `plans p`); the caller adds the name and the source. */
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

export const firstAdminOf = (companyId: number): Statement<{ id: number; name: string }> =>
  sql`select id, name from users where company_id = ${companyId} and profile = 'admin' and active order by id limit 1`;
