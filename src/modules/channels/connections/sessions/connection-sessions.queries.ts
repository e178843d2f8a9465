import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { SessionState } from '../channels/session-reports.js';

export const lockConnection = (companyId: number, id: number): Statement => sql`
          select 1 from connections where company_id = ${companyId} and id = ${id} for no key update`;

export const clearQrCode = (companyId: number, id: number): Statement =>
  sql`update connections set qrcode = '' where company_id = ${companyId} and id = ${id}`;

/** Changes nothing when the connection already has this state, unless the state is a failure. */
export const storeSessionState = (companyId: number, id: number, state: SessionState): Statement => {
  const { status, qrcode, failure } = state;
  const lastError = failure ? JSON.stringify({ code: failure.code, text: failure.text }) : null;
  return sql`
      update connections set status = ${status}, qrcode = ${qrcode}, last_error = ${lastError}::jsonb, updated_at = now()
       where company_id = ${companyId} and id = ${id} and deleted_at is null
         and ((status, qrcode) is distinct from (${status}, ${qrcode}) or ${failure !== undefined})`;
};
