import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type { Query } from '../../../../core/resource/list-query.js';
import {
  type AddedToList,
  ContactListsService,
  maxContacts,
} from '../../../contacts/contact-lists/crud/contact-lists.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import type { ListedContact } from '../../../contacts/contacts/import-export/contact-import.entity.js';
import { campaignErrors, tooManyRecipients } from '../campaigns.errors.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import { filterOf } from '../reports/campaign-reports.service.js';
import { countShipments, type RecipientFilter, reachableRecipients } from '../reports/report.queries.js';
import type { CampaignRecord } from '../sending/campaign-state.service.js';
import { listNamesLike } from './campaign-segments.queries.js';

const batchSize = 2000;
const maxListName = 100;
const maxCode = 60;

const groupNames: Readonly<Record<string, Localized>> = {
  delivered: t('entregues', 'delivered', 'entregadas'),
  read: t('leram', 'read', 'leyeron'),
  failed: t('falhas', 'failed', 'fallos'),
  replied: t('responderam', 'replied', 'respondieron'),
  confirmed: t('confirmaram', 'confirmed', 'confirmaron'),
  unread: t('não leram', 'did not read', 'no leyeron'),
  unreplied: t('não responderam', 'did not reply', 'no respondieron'),
};
const selection = t('seleção', 'selection', 'selección');

export interface TaggedRecipients {
  /** Recipients who have the tag now. */
  readonly tagged: number;
  /** Contacts that were created for it. */
  readonly created: number;
}

/** What is done with a part of a campaign's recipients: {@link filterOf} says which. Who opted out is left out. */
@Injectable()
export class CampaignSegmentsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly campaigns: CampaignsService,
    private readonly lists: ContactListsService,
    private readonly contacts: ContactsService,
  ) {}

  /** @throws 400 for more than {@link maxContacts} recipients, 404 */
  async addToList(id: number, query: Query, contactListId: number): Promise<AddedToList> {
    await this.campaigns.get(id);
    const filter = filterOf(query);
    await this.assertFew(id, filter);
    return this.fill(id, filter, contactListId);
  }

  /** @throws as {@link addToList} */
  async tag(id: number, query: Query, tagId: number): Promise<TaggedRecipients> {
    await this.campaigns.get(id);
    const filter = filterOf(query);
    await this.assertFew(id, filter);
    let [tagged, created] = [0, 0];
    for await (const batch of this.batches(id, filter)) {
      created += await this.contacts.addAll(batch, tagId);
      tagged += batch.length;
    }
    return { tagged, created };
  }

  /**
   * An inactive campaign with the same content. With a filter its recipients are those it finds, on a list of their own.
   * @throws as {@link addToList}, and 400 when the filter finds nobody
   */
  async duplicate(id: number, query: Query): Promise<CampaignRecord> {
    const filter = filterOf(query);
    if (Object.values(filter).every((value) => value === undefined)) return this.campaigns.duplicate(id);
    const { name } = await this.campaigns.get(id);
    await this.assertFew(id, filter);
    const list = await this.lists.create({ name: await this.freeName(name, filter) });
    const { added } = await this.fill(id, filter, list.id);
    if (added === 0) throw campaignErrors.ERR_CAMPAIGN_NO_RECIPIENTS();
    return this.campaigns.duplicate(id, list.id);
  }

  private async assertFew(id: number, filter: RecipientFilter): Promise<void> {
    const counted = await this.db.row(countShipments(this.context.companyId, id, filter, maxContacts + 1));
    if ((counted?.count ?? 0) > maxContacts) throw tooManyRecipients(maxContacts);
  }

  private async fill(id: number, filter: RecipientFilter, contactListId: number): Promise<AddedToList> {
    await this.lists.lock(contactListId);
    let total: AddedToList = { added: 0, repeated: 0, optedOut: 0 };
    for await (const batch of this.batches(id, filter)) {
      const { added, repeated, optedOut } = await this.lists.addAll(contactListId, batch);
      total = {
        added: total.added + added,
        repeated: total.repeated + repeated,
        optedOut: total.optedOut + optedOut,
      };
    }
    return total;
  }

  private async *batches(id: number, filter: RecipientFilter): AsyncGenerator<ListedContact[]> {
    const { companyId } = this.context;
    for (let after = 0, full = true; full; ) {
      const rows = await this.db.rows(reachableRecipients(companyId, id, filter, { after, limit: batchSize }));
      if (rows.length > 0)
        yield rows.map(({ name, number, email, variables }) => ({
          ...{ name: name.slice(0, maxListName), number, email },
          extraInfo: variables.map((variable, index) => ({ id: index + 1, ...variable })),
        }));
      after = rows.at(-1)?.id ?? after;
      full = rows.length === batchSize;
    }
  }

  /** `Natal – não leram`, with a number if a list has that name. */
  private async freeName(campaign: string, { status = '', errorCode }: RecipientFilter): Promise<string> {
    const { companyId, locale } = this.context;
    const end = ` – ${errorCode?.slice(0, maxCode) ?? (groupNames[status] ?? selection)[locale]}`;
    // leaves space for a number
    const base = `${campaign.slice(0, maxListName - end.length - 5).trim()}${end}`;
    const taken = new Set((await this.db.rows(listNamesLike(companyId, base))).map(({ name }) => name));
    for (let n = 2, name = base; ; n += 1) {
      if (!taken.has(name)) return name;
      name = `${base} ${n}`;
    }
  }
}
