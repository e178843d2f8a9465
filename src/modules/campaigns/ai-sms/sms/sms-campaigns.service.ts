import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { maxSmsCharacters, type SmsCampaignChange, type SmsCampaignInput } from '../ai-sms.dto.js';
import { aiSmsErrors, messageRequired, unknownGateway } from '../ai-sms.errors.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { AiSmsCampaignsService, type CampaignView } from '../editing/ai-sms-campaigns.service.js';
import { longestRecipient } from '../recipients/recipients.queries.js';
import { fillText, lengthsIn } from '../sending/recipient-text.js';
import { SmsAccountsService, type SmsBalance, type SmsService } from './sms-accounts.service.js';
import { type SmsGatewayName, smsGatewayNames } from './sms-gateway.entity.js';

export interface SmsCampaignView extends CampaignView {
  readonly service_identifier: SmsGatewayName | null;
  readonly message: string;
}

/** The filled text of the recipient for whom it is the longest. */
export interface LongestSms {
  /** Number of recipients. */
  readonly rows: number;
  /** How many of them get nothing, because their text has more than 160 characters. */
  readonly too_long: number;
  /** The name of the recipient; '' without any. */
  readonly name: string;
  readonly text: string;
}

/** Gateways do not limit the rate, so the interval avoids bursts. */
const intervalSeconds = 1;

@Injectable()
export class SmsCampaignsService {
  constructor(
    private readonly db: Db,
    private readonly campaigns: AiSmsCampaignsService,
    private readonly accounts: SmsAccountsService,
  ) {}

  async list(companyId: number): Promise<SmsCampaignView[]> {
    this.campaigns.assertOwn(companyId);
    return this.campaigns.present(await this.campaigns.list('sms'), own);
  }

  services(companyId: number): Promise<SmsService[]> {
    this.campaigns.assertOwn(companyId);
    return this.accounts.services();
  }

  /** @throws 400 for an unknown gateway */
  balance(wanted: string | undefined): Promise<SmsBalance> {
    const name = smsGatewayNames.find((known) => known === wanted);
    if (wanted && !name) throw unknownGateway();
    return this.accounts.balance(name);
  }

  /** The row with the longest text of a campaign. @throws 404 */
  async longest(id: number, message: string): Promise<LongestSms> {
    await this.campaigns.find('sms', id);
    const { fixed, variables } = lengthsIn(message);
    const row = await this.db.row(
      longestRecipient(this.db.companyId, id, { fixed, variables, most: maxSmsCharacters }),
    );
    if (!row) return { rows: 0, too_long: 0, name: '', text: '' };
    return { rows: row.rows, too_long: row.tooLong, name: row.name, text: fillText(message, row) };
  }

  async create(input: Readonly<SmsCampaignInput>): Promise<SmsCampaignView> {
    const gateway = input.service_identifier || (await this.accounts.usual());
    const columns = { gateway, message: input.message ?? '', intervalSeconds };
    return this.campaigns.presentOne(await this.campaigns.create('sms', input, columns), own);
  }

  /** Existing clients also activate and deactivate campaigns by this route. @throws 409 for what does not change any more */
  async update(id: number, input: Readonly<SmsCampaignChange>): Promise<SmsCampaignView> {
    const campaign = await this.campaigns.lock('sms', id);
    const { service_identifier: gateway, message, status, campaign_id: _id, ...common } = input;
    const columns = { ...(gateway ? { gateway } : {}), ...(typeof message === 'string' ? { message } : {}) };
    const changed = Object.values({ ...common, ...columns }).some((value) => value !== undefined);
    const blanks = typeof message === 'string' && message.trim() === '' && campaign.active && status !== 0;
    if (blanks) throw messageRequired();
    const before = textAndTime(campaign);
    if (changed) await this.campaigns.update(campaign, common, columns);
    if (textAndTime(campaign) !== before && (await this.campaigns.hasBegun(campaign)))
      throw aiSmsErrors.ERR_SMS_CAMPAIGN_SENT();
    if (typeof status === 'number') await this.setActive(campaign, status === 1);
    return this.campaigns.presentOne(campaign, own);
  }

  async setStatus(id: number, status: 0 | 1 | null | undefined): Promise<SmsCampaignView> {
    const campaign = await this.campaigns.lock('sms', id);
    await this.setActive(campaign, typeof status === 'number' ? status === 1 : !campaign.active);
    return this.campaigns.presentOne(campaign, own);
  }

  /** @throws 400 without a text, 409 without an account of its gateway */
  private async setActive(campaign: AiSmsCampaign, active: boolean): Promise<void> {
    if (active && campaign.message.trim() === '') throw messageRequired();
    if (active) await this.accounts.assertUsable(campaign.gateway);
    await this.campaigns.setActive(campaign, active);
  }
}

const textAndTime = ({ message, scheduledAt }: AiSmsCampaign): string => JSON.stringify([message, scheduledAt]);

const own = ({ gateway, message }: AiSmsCampaign): Omit<SmsCampaignView, keyof CampaignView> => ({
  service_identifier: gateway,
  message,
});
