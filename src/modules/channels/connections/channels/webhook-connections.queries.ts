import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Connection, ConnectionNotice } from '../connection.entity.js';

export type WebhookConnection = Readonly<
  Pick<Connection, 'id' | 'companyId' | 'channel' | 'number' | 'facebookUserId' | 'facebookPageUserId' | 'credentials'>
>;

const columns = sql`id, company_id as "companyId", channel, number, facebook_user_id as "facebookUserId",
  facebook_page_user_id as "facebookPageUserId", credentials`;

/** The query reads connections of any company. */
export const connectionsByIds = (ids: readonly number[]): Statement<WebhookConnection> => sql`
      select ${columns} from connections where id = any(${ids}::bigint[]) and deleted_at is null`;

/** The column with the account id that webhooks contain. */
export type AccountColumn = 'facebook_user_id' | 'facebook_page_user_id';

export const connectionsOfAccounts = (
  companyId: number,
  channel: string,
  column: AccountColumn,
  accountIds: readonly string[],
): Statement<WebhookConnection> => sql`
      select ${columns} from connections where company_id = ${companyId} and channel = ${channel}
       and deleted_at is null and ${sql.ref(column)} = any(${accountIds}::text[])`;

export const storeLastError = (id: number, { code, text }: ConnectionNotice): Statement =>
  sql`update connections set last_error = ${JSON.stringify({ code, text })} where id = ${id}`;
