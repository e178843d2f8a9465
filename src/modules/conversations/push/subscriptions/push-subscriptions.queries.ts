import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Statement } from '../../../../core/database/statements.js';
import type { PushSubscription } from '../push-subscription.entity.js';

type Session = Pick<Actor, 'companyId' | 'sessionId'>;

/** The row of an open session. */
const sessionWithId = (companyId: number, sid: string): RawBuilder<{ id: number }> =>
  sql`select id from sessions where company_id = ${companyId} and sid = ${sid} and ended_at is null`;

/** The kinds that the user has muted, and whether the session is subscribed. */
export const pushSettings = ({
  companyId,
  userId,
  sessionId,
}: Session & Pick<Actor, 'userId'>): Statement<{ muted: string[]; subscribed: boolean }> => sql`
  select coalesce((select muted from push_preferences where company_id = ${companyId} and user_id = ${userId}), '[]')
    as muted,
  exists (select 1 from push_subscriptions where company_id = ${companyId}
    and session_id = (${sessionWithId(companyId, sessionId)})) as subscribed`;

export const setMuted = (
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  muted: readonly string[],
): Statement => sql`
  insert into push_preferences (company_id, user_id, muted)
  values (${companyId}, ${userId}, ${JSON.stringify(muted)}::jsonb)
  on conflict (company_id, user_id) do update set muted = excluded.muted, updated_at = now()`;

/** The subscriptions of other sessions with this address. */
export const removeOtherSubscriptions = ({ companyId, sessionId }: Session, endpoint: string): Statement => sql`
  delete from push_subscriptions where company_id = ${companyId} and endpoint = ${endpoint}
  and session_id <> (${sessionWithId(companyId, sessionId)})`;

export const storeSubscription = (
  { companyId, sessionId }: Session,
  { endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
): Statement => sql`
  insert into push_subscriptions (company_id, session_id, endpoint, p256dh, auth)
  select ${companyId}, s.id, ${endpoint}, ${p256dh}, ${auth} from (${sessionWithId(companyId, sessionId)}) s
  on conflict (company_id, session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
    auth = excluded.auth, updated_at = now()`;

export const removeOwnSubscription = ({ companyId, sessionId }: Session): Statement => sql`
  delete from push_subscriptions where company_id = ${companyId}
  and session_id = (${sessionWithId(companyId, sessionId)})`;

export interface SubscribedCompany {
  readonly companyId: number;
}

export const companiesWithSubscriptions: RawBuilder<SubscribedCompany> = sql`
  select distinct company_id as "companyId" from push_subscriptions`;
