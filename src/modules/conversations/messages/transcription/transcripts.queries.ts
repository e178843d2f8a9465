import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

export interface Audio {
  readonly id: number;
  readonly ticketId: number;
  readonly key: string;
  readonly mime: string;
  readonly incoming: boolean;
  readonly transcript: string | null;
}

/** The audio message whose file has one of these keys. */
export const audioWithKey = (companyId: number, keys: readonly string[]): Statement<Audio> => sql`
  select id, ticket_id as "ticketId", media_key as key, coalesce(media_mime,
  'application/octet-stream') as mime,
    not from_me and media_type = 'audio' as incoming, data->>'transcript' as transcript
  from messages where company_id = ${companyId} and media_key = any(${keys}::text[]) and not is_deleted limit 1`;

/** Changes nothing when another request is already transcribing the message. */
export const claimTranscription = (companyId: number, messageId: number, seconds: number): Statement => sql`
  update messages set data = coalesce(data, '{}')
    || jsonb_build_object('transcribingUntil', extract(epoch from now()) + ${seconds}::int)
  where company_id = ${companyId} and id = ${messageId}
    and not coalesce(jsonb_exists(data, 'transcript'), false)
    and coalesce((data->>'transcribingUntil')::numeric, 0) < extract(epoch from clock_timestamp())`;

export const transcriptionState = (
  companyId: number,
  messageId: number,
): Statement<{ transcript: string | null; busy: boolean }> => sql`
  select data->>'transcript' as transcript, coalesce(jsonb_exists(data, 'transcribingUntil'),
   false) as busy
   from messages where company_id = ${companyId} and id = ${messageId}`;

export const storeTranscript = (companyId: number, messageId: number, transcript: string): Statement => sql`
  update messages set data = (data - 'transcribingUntil') || jsonb_build_object('transcript',
  ${transcript}::text), updated_at = now()
  where company_id = ${companyId} and id = ${messageId}`;

export const releaseTranscription = (companyId: number, messageId: number): Statement => sql`
  update messages set data = data - 'transcribingUntil' where company_id = ${companyId}
   and id = ${messageId} and not jsonb_exists(data, 'transcript')`;
