import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { MessageLog } from '../history/message-log.service.js';
import { firstLink } from '../link-previews/first-link.js';
import { fileKeysSql } from '../message.entity.js';
import { MessageStored } from '../messages.events.js';

interface Changed {
  readonly ticketId: number;
  readonly status: string;
}

/** Why a provider refused a change. */
export interface ChangeRefusal {
  readonly code: 'ERR_EDIT_WAPP_MSG' | 'ERR_DELETE_WAPP_MSG';
  readonly text: Localized;
}

/** Error codes of refused changes; other codes say why the message itself failed. */
export const changeRefusalCodes = sql`('ERR_EDIT_WAPP_MSG', 'ERR_DELETE_WAPP_MSG')`;
const clearRefusal = sql`error_text = case when error_code in ${changeRefusalCodes} then null else error_text end,
  error_code = case when error_code in ${changeRefusalCodes} then null else error_code end`;

/**
 * Stores edits and deletions. Ours are shown at once and reverted when the provider refuses: until it has accepted,
 * `data.unconfirmed` holds what the customer has. A deleted row keeps its text, which is never shown; its files are removed
 * once the deletion is confirmed.
 */
@Injectable()
export class MessageEditStore {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly log: MessageLog,
  ) {}

  /** Not marked as edited while the customer cannot have read the first text. undefined: it cannot be edited any more. */
  async edit(messageId: number, body: string): Promise<Changed | undefined> {
    await this.log.lockTicketOf(messageId);
    const mayBeRead = sql`m.status not in ('queued', 'failed')`;
    const changed = await this.db.row<Changed>(sql`
      update messages m set body = ${body}, is_edited = m.is_edited or ${mayBeRead},
         link_url = case when link_url = ${firstLink(body)} then link_url end,
         data = case when ${mayBeRead} then coalesce(m.data, '{}') || jsonb_build_object('unconfirmed',
           coalesce(m.data->'unconfirmed', jsonb_build_object('body', m.body, 'isEdited', m.is_edited)))
             else m.data - 'unconfirmed' end,
         ${clearRefusal}, updated_at = now()
       where m.company_id = ${this.db.companyId} and m.id = ${messageId} and m.from_me and not m.is_deleted
         and m.media_type = 'chat' and m.status <> 'uncertain'
       returning m.ticket_id as "ticketId", m.status`);
    if (changed) await this.emitUpdates(messageId, changed);
    return changed;
  }

  /** Deletes one of ours; a queued one is never sent. undefined: it is deleted already. */
  async delete(messageId: number): Promise<Changed | undefined> {
    await this.log.lockTicketOf(messageId);
    const changed = await this.db.row<Changed>(sql`
      update messages m set is_deleted = true, status = case when m.status = 'queued' then 'withdrawn'
       else m.status end,
         ${clearRefusal}, updated_at = now()
       where m.company_id = ${this.db.companyId} and m.id = ${messageId} and m.from_me and not m.is_deleted
         returning m.ticket_id as "ticketId", m.status`);
    if (changed) await this.emitUpdates(messageId, changed);
    return changed;
  }

  /** The customer, or our own number on another device, changed it; the provider knows. */
  async applyRemote(messageId: number, body: string | null): Promise<void> {
    await this.log.lockTicketOf(messageId);
    const set =
      body === null
        ? sql`is_deleted = true`
        : sql`body = ${body}, is_edited = true, link_url = case when link_url = ${firstLink(body)} then link_url end`;
    const changed = await this.db.row<Changed>(sql`
      update messages set ${set}, data = data - 'unconfirmed', updated_at = now()
       where company_id = ${this.db.companyId} and id = ${messageId} and not is_deleted
       returning ticket_id as "ticketId", status`);
    if (!changed) return;
    if (body === null) await this.removeFiles(messageId);
    await this.emitUpdates(messageId, changed);
  }

  /** The provider has accepted the change. */
  async confirm(messageId: number, body: string | null): Promise<void> {
    if (body === null) return this.removeFiles(messageId);
    await this.db.run(sql`update messages set data = case when body = ${body} then data - 'unconfirmed'
         else data || jsonb_build_object('unconfirmed', jsonb_build_object('body', ${body}::text, 'isEdited', true)) end
       where company_id = ${this.db.companyId} and id = ${messageId} and jsonb_exists(data, 'unconfirmed')`);
  }

  /** The provider has refused the change; nothing happens when it was changed again since. */
  async revert(messageId: number, body: string | null, { code, text }: ChangeRefusal): Promise<void> {
    await this.log.lockTicketOf(messageId);
    const [set, unchangedSince] =
      body === null
        ? [sql`is_deleted = false`, sql`is_deleted`]
        : [
            sql`body = data->'unconfirmed'->>'body', is_edited = (data->'unconfirmed'->>'isEdited')::boolean, data = data - 'unconfirmed'`,
            sql`not is_deleted and body = ${body} and jsonb_exists(data, 'unconfirmed')`,
          ];
    const changed = await this.db.row<Changed>(sql`
      update messages set ${set}, error_code = ${code}, error_text = ${JSON.stringify(text)}, updated_at = now()
       where company_id = ${this.db.companyId} and id = ${messageId} and ${unchangedSince}
       returning ticket_id as "ticketId", status`);
    if (changed) await this.emitUpdates(messageId, changed);
  }

  private async removeFiles(messageId: number): Promise<void> {
    const removed = await this.db.row<{ files: string[] }>(sql`
      with old as (select company_id, id, media_key, thumb_media_key, data from messages
       where company_id = ${this.db.companyId} and id = ${messageId} and is_deleted for no key update)
       update messages m set media_key = null, thumb_media_key = null, data = m.data - '{channelMedia,cardFiles}'::text[] from old
       where m.company_id = old.company_id and m.id = old.id
       returning ${fileKeysSql('old')} as files`);
    if (removed) await enqueueFileRemoval(this.jobs, removed.files);
  }

  /** Also previews and messages that quote it show its text. */
  private async emitUpdates(messageId: number, { ticketId }: Changed): Promise<void> {
    const { companyId } = this.db;
    await this.log.refreshPreview([ticketId]);
    const quoting = await this.db.rows<{ id: number }>(sql`
      select id from messages where company_id = ${companyId} and quoted_msg_id = ${messageId} order by id desc
       limit 100`);
    for (const { id } of [{ id: messageId }, ...quoting]) this.events.emit(new MessageStored(companyId, id, 'update'));
  }
}
