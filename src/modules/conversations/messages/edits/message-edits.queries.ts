import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { firstLink } from '../link-previews/first-link.js';
import { fileKeysSql } from '../message.entity.js';

export interface ChangedMessage {
  readonly ticketId: number;
  readonly status: string;
}

/** Why a provider refused a change. */
export interface ChangeRefusal {
  readonly code: 'ERR_EDIT_WAPP_MSG' | 'ERR_DELETE_WAPP_MSG';
  readonly text: Localized;
}

/** Error codes of refused edits and deletions; any other code is the error of sending the message. */
export const changeRefusalCodes = sql`('ERR_EDIT_WAPP_MSG', 'ERR_DELETE_WAPP_MSG')`;
const clearRefusal = sql`error_text = case when error_code in ${changeRefusalCodes} then null else error_text end,
  error_code = case when error_code in ${changeRefusalCodes} then null else error_code end`;

const mayBeRead = sql`m.status not in ('queued', 'failed')`;

/** No row: the message can no longer be edited. */
export const editMessage = (companyId: number, messageId: number, body: string): Statement<ChangedMessage> => sql`
  update messages m set body = ${body}, is_edited = m.is_edited or ${mayBeRead},
     link_url = case when link_url = ${firstLink(body)} then link_url end,
     data = case when ${mayBeRead} then coalesce(m.data, '{}') || jsonb_build_object('unconfirmed',
       coalesce(m.data->'unconfirmed', jsonb_build_object('body', m.body, 'isEdited', m.is_edited)))
         else m.data - 'unconfirmed' end,
     ${clearRefusal}, updated_at = now()
   where m.company_id = ${companyId} and m.id = ${messageId} and m.from_me and not m.is_deleted
     and m.media_type = 'chat' and m.status <> 'uncertain'
   returning m.ticket_id as "ticketId", m.status`;

/** No row: the message is already deleted. */
export const deleteMessage = (companyId: number, messageId: number): Statement<ChangedMessage> => sql`
  update messages m set is_deleted = true, status = case when m.status = 'queued' then 'withdrawn'
   else m.status end,
     ${clearRefusal}, updated_at = now()
   where m.company_id = ${companyId} and m.id = ${messageId} and m.from_me and not m.is_deleted
     returning m.ticket_id as "ticketId", m.status`;

/** @param body null: the message was deleted */
export function changeRemotely(companyId: number, messageId: number, body: string | null): Statement<ChangedMessage> {
  const set =
    body === null
      ? sql`is_deleted = true`
      : sql`body = ${body}, is_edited = true, link_url = case when link_url = ${firstLink(body)} then link_url end`;
  return sql`
  update messages set ${set}, data = data - 'unconfirmed', updated_at = now()
   where company_id = ${companyId} and id = ${messageId} and not is_deleted
   returning ticket_id as "ticketId", status`;
}

export const confirmEdit = (companyId: number, messageId: number, body: string): Statement => sql`
  update messages set data = case when body = ${body} then data - 'unconfirmed'
    else data || jsonb_build_object('unconfirmed', jsonb_build_object('body', ${body}::text, 'isEdited', true)) end
  where company_id = ${companyId} and id = ${messageId} and jsonb_exists(data, 'unconfirmed')`;

/** No row: the message was changed again since. @param body null: the deletion is reverted */
export function revertChange(
  companyId: number,
  messageId: number,
  body: string | null,
  { code, text }: ChangeRefusal,
): Statement<ChangedMessage> {
  const [set, unchangedSince] =
    body === null
      ? [sql`is_deleted = false`, sql`is_deleted`]
      : [
          sql`body = data->'unconfirmed'->>'body', is_edited = (data->'unconfirmed'->>'isEdited')::boolean, data = data - 'unconfirmed'`,
          sql`not is_deleted and body = ${body} and jsonb_exists(data, 'unconfirmed')`,
        ];
  return sql`
  update messages set ${set}, error_code = ${code}, error_text = ${JSON.stringify(text)}, updated_at = now()
   where company_id = ${companyId} and id = ${messageId} and ${unchangedSince}
   returning ticket_id as "ticketId", status`;
}

/** Removes the file keys from a deleted message and returns them. */
export const takeFilesOfDeleted = (companyId: number, messageId: number): Statement<{ files: string[] }> => sql`
  with old as (select company_id, id, media_key, thumb_media_key, data from messages
   where company_id = ${companyId} and id = ${messageId} and is_deleted for no key update)
   update messages m set media_key = null, thumb_media_key = null, data = m.data - '{channelMedia,cardFiles}'::text[] from old
   where m.company_id = old.company_id and m.id = old.id
   returning ${fileKeysSql('old')} as files`;

/** The newest messages that quote the message. */
export const quotingMessages = (companyId: number, messageId: number): Statement<{ id: number }> => sql`
  select id from messages where company_id = ${companyId} and quoted_msg_id = ${messageId} order by id desc
   limit 100`;
