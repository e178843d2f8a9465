import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { PromptsService } from '../../../automation/prompts/crud/prompts.service.js';
import type { TemplateInput } from '../../../channels/templates/templates.dto.js';
import type { AiCampaignChange, AiCampaignInput } from '../ai-sms.dto.js';
import { noInterval } from '../ai-sms.errors.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { type CampaignInstance, instancesOf } from '../editing/ai-sms-campaigns.queries.js';
import { AiSmsCampaignsService, type CampaignView } from '../editing/ai-sms-campaigns.service.js';
import { AiOpeningsService } from './ai-openings.service.js';

export interface AiCampaignView extends CampaignView {
  /** The id of the prompt that writes the texts and answers replies. */
  readonly instance_id: number | null;
  readonly interval_in_seconds: number;
  /** The template that opens conversations, if the connection needs one. */
  readonly template: TemplateInput | null;
}

/** Interval of campaigns that are not scheduled (spec 001 §9). */
const defaultInterval = 5;

@Injectable()
export class AiCampaignsService {
  constructor(
    private readonly db: Db,
    private readonly campaigns: AiSmsCampaignsService,
    private readonly prompts: PromptsService,
    private readonly openings: AiOpeningsService,
  ) {}

  async instances(companyId: number): Promise<CampaignInstance[]> {
    this.campaigns.assertOwn(companyId);
    return this.db.rows(instancesOf(companyId));
  }

  async list(companyId: number): Promise<AiCampaignView[]> {
    this.campaigns.assertOwn(companyId);
    return this.campaigns.present(await this.campaigns.list('ai'), own);
  }

  async create(input: Readonly<AiCampaignInput>): Promise<AiCampaignView> {
    await this.prompts.get(input.instance_id);
    if (input.scheduled_at && !input.interval_in_seconds) throw noInterval();
    const intervalSeconds = input.interval_in_seconds || defaultInterval;
    const { instance_id: promptId, template = null } = input;
    const campaign = await this.campaigns.create('ai', input, { promptId, template, intervalSeconds });
    await this.openings.check(campaign);
    return this.campaigns.presentOne(campaign, own);
  }

  async update(id: number, input: Readonly<AiCampaignChange>): Promise<AiCampaignView> {
    const campaign = await this.campaigns.lock('ai', id);
    const { instance_id: promptId, interval_in_seconds: intervalSeconds, template } = input;
    if (promptId) await this.prompts.get(promptId);
    await this.campaigns.update(campaign, input, {
      ...(promptId ? { promptId } : {}),
      ...(intervalSeconds ? { intervalSeconds } : {}),
      ...(template === undefined ? {} : { template }),
    });
    await this.openings.check(campaign);
    if (typeof input.status === 'number') await this.campaigns.setActive(campaign, input.status === 1);
    return this.campaigns.presentOne(campaign, own);
  }

  async setStatus(id: number, status: 0 | 1 | null | undefined): Promise<AiCampaignView> {
    const campaign = await this.campaigns.lock('ai', id);
    const active = typeof status === 'number' ? status === 1 : !campaign.active;
    if (active) await this.openings.check(campaign);
    await this.campaigns.setActive(campaign, active);
    return this.campaigns.presentOne(campaign, own);
  }
}

const own = ({ promptId, intervalSeconds, template }: AiSmsCampaign): Omit<AiCampaignView, keyof CampaignView> => ({
  instance_id: promptId,
  interval_in_seconds: intervalSeconds,
  template,
});
