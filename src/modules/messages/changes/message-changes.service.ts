import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { Localized } from '../../../core/i18n.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { RemoveFiles } from '../../../core/storage/remove-files.job.js';
import { ConversationLog } from '../conversation-log.service.js';
import { firstLink } from '../links/first-link.js';
import { filesOf } from '../message.entity.js';
import { MessageStored } from '../messages.events.js';

interface Changed {
  readonly ticketId: number;
  readonly status: string;
}

/** Why a provider kept a message as it was. */
export interface Refusal {
  readonly code: 'ERR_EDIT_WAPP_MSG' | 'ERR_DELETE_WAPP_MSG';
  readonly text: Localized;
}

/** Codes of refused changes; a message that failed keeps the reason of that. */
export const refusals = "('ERR_EDIT_WAPP_MSG', 'ERR_DELETE_WAPP_MSG')";
const noRefusal = `error_text = case when error_code in ${refusals} then null else error_text end,
  error_code = case when error_code in ${refusals} then null else error_code end`;

/**
 * What becomes of a message after it was written. Ours is shown changed at once and put back when the provider refuses:
 * until then `data.unconfirmed` holds what the customer has. A deleted row stays with its text, which is told to nobody;
 * its files go once it is certain.
 */
@Injectable()
export class MessageChanges {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly log: ConversationLog,
  ) {}

  /** Another text for one of ours. Not marked as edited while no customer can have read the first. undefined: too late. */
  async edit(messageId: number, body: string): Promise<Changed | undefined> {
    await this.log.lockOf(messageId);
    const known = "m.status not in ('queued', 'failed')";
    const changed = await this.db.row<Changed>(
      `update messages m set body = ?, is_edited = m.is_edited or ${known}, link_url = case when link_url = ? then link_url end,
         data = case when ${known} then coalesce(m.data, '{}') || jsonb_build_object('unconfirmed',
           coalesce(m.data->'unconfirmed', jsonb_build_object('body', m.body, 'isEdited', m.is_edited))) else m.data - 'unconfirmed' end,
         ${noRefusal}, updated_at = now()
       where m.company_id = ? and m.id = ? and m.from_me and not m.is_deleted and m.media_type = 'chat' and m.status <> 'uncertain'
       returning m.ticket_id as "ticketId", m.status`,
      [body, firstLink(body), this.context.companyId, messageId],
    );
    if (changed) await this.show(messageId, changed);
    return changed;
  }

  /** Takes one of ours back; one that still waits to be sent never goes out. undefined: it is gone already. */
  async delete(messageId: number): Promise<Changed | undefined> {
    await this.log.lockOf(messageId);
    const changed = await this.db.row<Changed>(
      `update messages m set is_deleted = true, status = case when m.status = 'queued' then 'withdrawn' else m.status end,
         ${noRefusal}, updated_at = now()
       where m.company_id = ? and m.id = ? and m.from_me and not m.is_deleted returning m.ticket_id as "ticketId", m.status`,
      [this.context.companyId, messageId],
    );
    if (changed) await this.show(messageId, changed);
    return changed;
  }

  /** The customer, or our own number on another device, did it; nothing is left to be told. */
  async reported(messageId: number, body: string | null): Promise<void> {
    await this.log.lockOf(messageId);
    const set =
      body === null
        ? 'is_deleted = true'
        : 'body = ?, is_edited = true, link_url = case when link_url = ? then link_url end';
    const changed = await this.db.row<Changed>(
      `update messages set ${set}, data = data - 'unconfirmed', updated_at = now()
       where company_id = ? and id = ? and not is_deleted returning ticket_id as "ticketId", status`,
      [...(body === null ? [] : [body, firstLink(body)]), this.context.companyId, messageId],
    );
    if (!changed) return;
    if (body === null) await this.removeFiles(messageId);
    await this.show(messageId, changed);
  }

  /** The customer has it so, too. */
  async confirmed(messageId: number, body: string | null): Promise<void> {
    if (body === null) return this.removeFiles(messageId);
    await this.db.run(
      `update messages set data = case when body = ? then data - 'unconfirmed'
         else data || jsonb_build_object('unconfirmed', jsonb_build_object('body', ?::text, 'isEdited', true)) end
       where company_id = ? and id = ? and jsonb_exists(data, 'unconfirmed')`,
      [body, body, this.context.companyId, messageId],
    );
  }

  /** The customer has it as it was before; unless somebody has changed it again since. */
  async refused(messageId: number, body: string | null, { code, text }: Refusal): Promise<void> {
    await this.log.lockOf(messageId);
    const [set, still] =
      body === null
        ? ['is_deleted = false', 'is_deleted']
        : [
            `body = data->'unconfirmed'->>'body', is_edited = (data->'unconfirmed'->>'isEdited')::boolean, data = data - 'unconfirmed'`,
            "not is_deleted and body = ? and jsonb_exists(data, 'unconfirmed')",
          ];
    const changed = await this.db.row<Changed>(
      `update messages set ${set}, error_code = ?, error_text = ?, updated_at = now()
       where company_id = ? and id = ? and ${still} returning ticket_id as "ticketId", status`,
      [code, JSON.stringify(text), this.context.companyId, messageId, ...(body === null ? [] : [body])],
    );
    if (changed) await this.show(messageId, changed);
  }

  private async removeFiles(messageId: number): Promise<void> {
    const removed = await this.db.row<{ files: string[] }>(
      `with old as (select company_id, id, media_key, thumb_media_key, data from messages where company_id = ? and id = ? and is_deleted for no key update)
       update messages m set media_key = null, thumb_media_key = null, data = m.data - 'channelMedia' from old
       where m.company_id = old.company_id and m.id = old.id
       returning ${filesOf('old')} as files`,
      [this.context.companyId, messageId],
    );
    if (removed && removed.files.length > 0) await this.jobs.add(RemoveFiles, { keys: removed.files });
  }

  /** Lists show the newest message; whoever quotes a message shows its text. */
  private async show(messageId: number, { ticketId }: Changed): Promise<void> {
    const { companyId } = this.context;
    await this.log.retell([ticketId]);
    const quoting = await this.db.rows<{ id: number }>(
      'select id from messages where company_id = ? and quoted_msg_id = ? order by id desc limit 100',
      [companyId, messageId],
    );
    for (const { id } of [{ id: messageId }, ...quoting]) this.events.emit(new MessageStored(companyId, id, 'update'));
  }
}
