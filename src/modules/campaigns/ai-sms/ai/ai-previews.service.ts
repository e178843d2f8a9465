import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { groupDigits } from '../../../../core/phone.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import { copilotErrors } from '../../../automation/prompts/copilot/copilot.errors.js';
import { CompletionFailed } from '../../../automation/prompts/endpoint/chat-completions.service.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { botMark } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { nextMessageIds } from '../../../conversations/messages/queries/messages.queries.js';
import { campaignErrors, reasonOf } from '../../mass/campaigns.errors.js';
import { ChannelSenderService } from '../../mass/sending/channel-sender.service.js';
import { sampledRows } from '../ai-sms.dto.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { AiSmsCampaignsService } from '../editing/ai-sms-campaigns.service.js';
import {
  AiOpeningsService,
  exampleRow,
  type Opening,
  type OpeningContent,
  type OpeningRow,
} from './ai-openings.service.js';
import { type NextRecipient, nextRecipients } from './ai-previews.queries.js';

/** Each text takes seconds and costs tokens. */
const perMinute = 20;

/** The first text of a recipient. */
export interface OpeningSample extends Pick<NextRecipient, 'id' | 'name' | 'number'> {
  /** null: the prompt has not written it, or its template cannot be filled. */
  readonly text: string | null;
  /** Why the template cannot be filled with the values of the row. */
  readonly error: string | null;
}

export interface OpeningSamples {
  /** What opens conversations; texts of the prompt are written on request only. */
  readonly opens_by: 'text' | 'template';
  /** The recipients who are written to first. */
  readonly rows: readonly OpeningSample[];
}

export interface OpeningTest {
  readonly number: string;
  readonly body: string;
}

/** What the first recipients of an AI campaign get, and tests, before it is activated. */
@Injectable()
export class AiPreviewsService {
  private readonly limit: RateLimit;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly campaigns: AiSmsCampaignsService,
    private readonly openings: AiOpeningsService,
    private readonly connections: ConnectionsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly contacts: ContactsService,
    private readonly sender: ChannelSenderService,
    rateLimits: RateLimits,
  ) {
    this.limit = rateLimits.create({ name: 'ai-campaign-sample', points: perMinute, seconds: 60 });
  }

  /** Writes nothing and calls no model. @throws 404, 400 without a template where one is needed */
  async samples(id: number): Promise<OpeningSamples> {
    const { fillTemplate } = await this.openings.of(await this.campaigns.find('ai', id));
    const rows = await this.rows(id);
    if (!fillTemplate)
      return { opens_by: 'text', rows: rows.map((row) => this.sampleOf(row, { text: null, error: null })) };
    return { opens_by: 'template', rows: rows.map((row) => this.sampleOf(row, this.filled(fillTemplate, row))) };
  }

  /**
   * Lets the prompt write the text of a row once; nothing is sent. Call it outside of any transaction.
   * @param position of the row among those of {@link samples}, from 0
   * @throws 404, 400 without such a row, 429 above 20 calls a minute, 502 ERR_ASSISTANT_FAILED with the reason
   */
  async sample(id: number, position: number): Promise<OpeningSample> {
    const { campaign, opening, row } = await this.read(id, position);
    if (!row) throw campaignErrors.ERR_CAMPAIGN_NO_RECIPIENTS();
    const { body } = await this.compose(campaign, opening, row);
    return this.sampleOf(row, { text: body.replace(botMark, ''), error: null });
  }

  /**
   * Sends the text of the first recipient, or of an example without one, to a number; no report counts it. Call it
   * outside of any transaction.
   * @throws 404, 400 for the number or with the provider's error, 409 without connection, 429, 502 ERR_ASSISTANT_FAILED
   */
  async test(id: number, to: string): Promise<OpeningTest> {
    const { companyId } = this.context.actor;
    const { number, fault } = await this.db.runAs(companyId, () => this.contacts.readNumber(to));
    if (fault) throw campaignErrors.ERR_CAMPAIGN_NUMBER({ text: fault });
    if (number.length >= groupDigits) throw campaignErrors.ERR_CAMPAIGN_NUMBER();
    const { campaign, opening, row = exampleRow } = await this.read(id, 0);
    this.connections.assertSends(opening.connection.status);
    const content = await this.compose(campaign, opening, row);
    const [messageId = 0] = await this.db.runAs(companyId, async () =>
      (await this.db.rows(nextMessageIds(1))).map((each) => each.id),
    );
    const connection = this.credentials.forChannel(opening.connection);
    const outcome = await this.sender.send(connection, [], content, { to: number, messageId, fileIds: [] });
    if (!outcome.ok) throw campaignErrors.ERR_CAMPAIGN_TEST({ text: outcome.text, params: { code: outcome.code } });
    return { number, body: content.body.replace(botMark, '') };
  }

  private rows(id: number): Promise<NextRecipient[]> {
    return this.db.rows(nextRecipients(this.db.companyId, id, sampledRows));
  }

  private read(
    id: number,
    position: number,
  ): Promise<{ campaign: AiSmsCampaign; opening: Opening; row: NextRecipient | undefined }> {
    return this.db.runAs(this.context.actor.companyId, async () => {
      const campaign = await this.campaigns.find('ai', id);
      const opening = await this.openings.of(campaign);
      return { campaign, opening, row: (await this.rows(id))[position] };
    });
  }

  private async compose(campaign: AiSmsCampaign, opening: Opening, row: OpeningRow): Promise<OpeningContent> {
    await this.limit.consume(`${campaign.companyId}:${this.context.actor.userId}`);
    try {
      return await this.openings.compose(campaign, opening, row);
    } catch (error) {
      if (!(error instanceof CompletionFailed)) throw error;
      throw copilotErrors.ERR_ASSISTANT_FAILED({ text: error.reason });
    }
  }

  private filled(fill: NonNullable<Opening['fillTemplate']>, row: OpeningRow): Pick<OpeningSample, 'text' | 'error'> {
    try {
      return { text: fill(row).body, error: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { text: null, error: reasonOf(error).text[this.context.locale] };
    }
  }

  private sampleOf({ id, name, number }: NextRecipient, made: Pick<OpeningSample, 'text' | 'error'>): OpeningSample {
    return { id, name, number, ...made };
  }
}
