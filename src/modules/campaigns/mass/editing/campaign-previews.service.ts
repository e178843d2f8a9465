import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { groupDigits } from '../../../../core/phone.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import type { Recipient } from '../../../contacts/contact-lists/queries/contact-lists.queries.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { nextMessageIds } from '../../../conversations/messages/queries/messages.queries.js';
import { Campaign, type RefusedRecipients, type TagScope } from '../campaign.entity.js';
import { campaignErrors } from '../campaigns.errors.js';
import { campaigns } from '../campaigns.resource.js';
import { ChannelSenderService } from '../sending/channel-sender.service.js';
import { composeShipment } from '../sending/compose-shipment.js';
import { expectedSeconds, paceOf } from '../sending/pace.js';
import { type Addressee, CampaignContentService, type PreparedCampaign } from './campaign-content.service.js';
import { namesIn } from './campaign-text.js';
import {
  type CampaignCost,
  costOf,
  countRecipients,
  type MissingColumn,
  missingColumns,
  type RecipientSource,
  recipientAt,
  recipientsFrom,
  recipientsOf,
  remainingRecipients,
  withoutCapped,
} from './recipients.queries.js';

const audiencePage = 20;
/** Limit of columns whose missing values are counted, each in all recipients. */
const maxNames = 50;

const noSource = { contactListId: null, tagListId: null, tagScope: 'contacts' } as const;

/** The recipient that is shown while a campaign has none. */
const example: Addressee = {
  name: 'Maria Souza',
  email: 'maria@example.com',
  number: '5511999999999',
  variables: [],
};

export interface CampaignPreview {
  /** Number of recipients who will get the campaign. */
  readonly recipients: number;
  readonly refused: RefusedRecipients;
  /** Recipients who are left out because they got another campaign within `frequencyDays`. */
  readonly capped: number;
  /** Sending time in seconds, without hours in which it may not send and without pauses of the provider. */
  readonly seconds: number;
  /** The provider's category that determines the price, like `MARKETING`; null when sending is free. */
  readonly costClass: string | null;
  /** null when sending is free, or no price of the category is known. */
  readonly cost: CampaignCost | null;
  /** The recipient at the requested position; an example when there is none. */
  readonly recipient: Pick<Addressee, 'name' | 'email' | 'number'>;
  /** Columns in the texts that some recipients lack; a missing value is omitted from a text but fails a template. */
  readonly missing: readonly MissingColumn[];
  /** Each message in turn as this recipient would get it; empty when the values are not valid. */
  readonly messages: readonly { readonly message: number; readonly body: string }[];
}

/** Whom a list or tag names, before a campaign is stored. */
export interface CampaignAudience {
  /** The number of recipients, without those who opted out. */
  readonly recipients: number;
  /** The same with the contacts of conversations with the tag; null for a list. */
  readonly withConversations: number | null;
  /** Recipients in the order of sending, from the requested position. */
  readonly page: readonly (Addressee & { readonly id: number })[];
}

export interface CampaignTest {
  readonly number: string;
  readonly body: string;
}

/** Previews and tests of campaigns. */
@Injectable()
export class CampaignPreviewsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly content: CampaignContentService,
    private readonly delivery: ChannelSenderService,
    private readonly contacts: ContactsService,
  ) {}

  /** @param position of the recipient, from 0. @throws 400 naming missing fields, 404 */
  async preview(id: number, position: number): Promise<CampaignPreview> {
    const { companyId } = this.context;
    const campaign = await this.find(id);
    const prepared = await this.content.prepare(campaign);
    const canStart = ['INATIVA', 'PROGRAMADA', 'CANCELADA'].includes(campaign.status);
    const named = campaign.startedAt ? campaign : await this.expectedSource(campaign);
    const source = canStart && named === campaign ? remainingRecipients(campaign) : recipientsOf(companyId, named);
    const counted = await this.db.row(countRecipients(source));
    const { recipients: accepting = 0, invalid = 0, repeated = 0, optedOut = 0 } = counted ?? {};
    const { frequencyDays } = campaign;
    const reached = frequencyDays ? withoutCapped(campaign, source, frequencyDays) : source;
    const recipients = frequencyDays ? ((await this.db.row(countRecipients(reached)))?.recipients ?? 0) : accepting;
    const recipient = (await this.db.row(recipientAt(reached, position))) ?? example;
    const pace = paceOf(campaign, prepared, this.channels.get(prepared.connection.channel));
    const { name, email, number } = recipient;
    const names = namesIn(prepared.texts, prepared.settings.variables).slice(0, maxNames);
    return {
      recipients,
      refused: { invalid, repeated, optedOut },
      capped: accepting - recipients,
      seconds: expectedSeconds(recipients, pace),
      costClass: prepared.category,
      cost: await this.costOf(reached, prepared),
      recipient: { name, email, number },
      missing: names.length > 0 ? await this.db.rows(missingColumns(reached, names)) : [],
      messages: Array.from({ length: prepared.turns }, (_, turn) => {
        const composed = composeShipment(prepared, recipient, turn);
        return 'code' in composed
          ? { message: turn + 1, body: '' }
          : { message: composed.message, body: composed.body };
      }),
    };
  }

  /** Of a campaign that follows another: who has not replied until now, or before the first start whom that one names. */
  private async expectedSource(campaign: RecipientSource): Promise<RecipientSource> {
    const { followsId } = campaign;
    if (!followsId) return campaign;
    const followed = await this.find(followsId);
    return followed.startedAt ? { ...noSource, followsId, followDays: 0 } : this.expectedSource(followed);
  }

  private async costOf(
    recipients: RawBuilder<Recipient>,
    { category, settings }: PreparedCampaign,
  ): Promise<CampaignCost | null> {
    const prices = settings.prices.filter((each) => each.category === category);
    return prices.length > 0 ? ((await this.db.row(costOf(recipients, prices))) ?? null) : null;
  }

  /** @param position of the first recipient on the page, from 0. @throws 404 */
  async audience(chosen: RecipientSource, position: number): Promise<CampaignAudience> {
    const { companyId } = this.context;
    const source = await this.expectedSource(chosen);
    const count = async (tagScope: TagScope): Promise<number> => {
      const row = await this.db.row(countRecipients(recipientsOf(companyId, { ...source, tagScope })));
      return row?.recipients ?? 0;
    };
    return {
      recipients: await count('contacts'),
      withConversations: source.tagListId ? await count('all') : null,
      page: await this.db.rows(recipientsFrom(recipientsOf(companyId, source), position, audiencePage)),
    };
  }

  /**
   * Sends the first message, filled for the first recipient, to a number; call it outside of a transaction.
   * @throws 400 naming missing fields, or with the provider's error
   */
  async test(id: number, to: string): Promise<CampaignTest> {
    const { companyId } = this.context.actor;
    const { number, fault } = await this.db.runAs(companyId, () => this.contacts.readNumber(to));
    if (fault) throw campaignErrors.ERR_CAMPAIGN_NUMBER({ text: fault });
    if (number.length >= groupDigits) throw campaignErrors.ERR_CAMPAIGN_NUMBER();
    const { prepared, recipient, ids } = await this.db.runAs(companyId, async () => {
      const campaign = await this.find(id);
      const prepared = await this.content.prepare(campaign);
      await this.connections.assertConnected(prepared.connection.id);
      const recipient = (await this.db.row(recipientAt(recipientsOf(companyId, campaign), 0))) ?? example;
      const ids = await this.db.rows(nextMessageIds(prepared.fileCount + 1));
      return { prepared, recipient, ids: ids.map((row) => row.id) };
    });
    return this.send(prepared, recipient, number, ids);
  }

  private async send(
    prepared: PreparedCampaign,
    recipient: Addressee,
    number: string,
    ids: readonly number[],
  ): Promise<CampaignTest> {
    const message = prepared.compose(recipient, 0);
    const connection = this.credentials.forChannel(prepared.connection);
    const [messageId = 0, ...fileIds] = ids;
    const outcome = await this.delivery.send(connection, prepared.composeFiles(recipient), message.content, {
      to: number,
      messageId,
      fileIds,
    });
    if (!outcome.ok) throw campaignErrors.ERR_CAMPAIGN_TEST({ text: outcome.text, params: { code: outcome.code } });
    return { number, body: message.body };
  }

  private async find(id: number): Promise<Campaign> {
    const { companyId } = this.context;
    const campaign = await this.db.em.findOne(Campaign, { id, companyId });
    if (!campaign) throw campaigns.notFound();
    return campaign;
  }
}
