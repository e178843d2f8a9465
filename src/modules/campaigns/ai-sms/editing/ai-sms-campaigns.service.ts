import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { momentOf } from '../../../conversations/schedules/queries/schedules.queries.js';
import { campaignErrors } from '../../mass/campaigns.errors.js';
import { isPast, isSameStart } from '../../mass/campaigns.policy.js';
import type { AiCampaignInput } from '../ai-sms.dto.js';
import { aiSmsErrors, noMoment, numberRequired, timeInThePast, timeRequired } from '../ai-sms.errors.js';
import { AiSmsCampaignChanged } from '../ai-sms.events.js';
import { AiSmsCampaign, type CampaignKind } from '../ai-sms-campaign.entity.js';
import { AiSmsCampaignFile } from '../ai-sms-campaign-file.entity.js';
import { figuresOf } from '../reports/report.queries.js';
import { lastHandled } from '../sending/claims.queries.js';
import { requeueFailed } from '../sending/outcomes.queries.js';
import { nextAt } from '../sending/pace.js';
import { SendServiceCampaign, sendKey, sendOrder } from '../sending/send-service-campaign.job.js';
import { lockCampaign, removeRecipients } from './ai-sms-campaigns.queries.js';

/** Fields that the forms of both kinds share. */
type CommonInput = Partial<Omit<AiCampaignInput, 'instance_id' | 'interval_in_seconds' | 'template'>>;
/** Columns that only one kind uses. */
type OwnColumns = Partial<Pick<AiSmsCampaign, 'promptId' | 'template' | 'gateway' | 'message' | 'intervalSeconds'>>;

/** Fields that the responses of both kinds share. */
export interface CampaignView {
  readonly id: number;
  readonly name: string;
  readonly company_id: number;
  /** 1: active, 0: inactive. */
  readonly status: number;
  readonly connection_id: number;
  /** The token of the dispatch number; null if the connection was removed, and for programs and support staff. */
  readonly atende_token: string | null;
  readonly scheduled_at: Date | null;
  /** Number of rows in its files, and how many of them were sent or failed. */
  readonly rows: number;
  readonly sent: number;
  readonly failed: number;
  /** Whether something was sent, or perhaps: the text and the time of an SMS campaign do not change any more. */
  readonly begun: boolean;
  /** The reason why an active campaign waits. */
  readonly last_error: string | null;
  readonly created_at: Date;
}

const removed = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');
/** Lists have no pages, so clients get all campaigns at once. */
const maxListed = 500;

/** Campaigns of both kinds with their recipients, jobs and responses. */
@Injectable()
export class AiSmsCampaignsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly connections: ConnectionsService,
  ) {}

  /** Lists the newest campaigns. */
  list(kind: CampaignKind): Promise<AiSmsCampaign[]> {
    return this.db.em.find(AiSmsCampaign, { kind }, { orderBy: { id: 'desc' }, limit: maxListed });
  }

  /** @throws 404, also for a campaign of the other kind */
  async find(kind: CampaignKind, id: number): Promise<AiSmsCampaign> {
    const campaign = await this.db.em.findOne(AiSmsCampaign, { id, kind });
    if (!campaign) throw aiSmsErrors.ERR_NO_SERVICE_CAMPAIGN_FOUND();
    return campaign;
  }

  /** Serialises changes with each other and with the claims of rows. @throws 404 */
  async lock(kind: CampaignKind, id: number): Promise<AiSmsCampaign> {
    await this.db.rows(lockCampaign(this.db.companyId, id));
    return this.find(kind, id);
  }

  /** @throws 400 for a missing company or one that is not the caller's */
  assertOwn(companyId: number | null | undefined): void {
    if (companyId !== this.context.actor.companyId) throw aiSmsErrors.ERR_COMPANY_NOT_IDENTIFIED();
  }

  async create(kind: CampaignKind, input: CommonInput, own: OwnColumns & { intervalSeconds: number }) {
    this.assertOwn(input.company_id);
    const connectionId = await this.connectionOf(input);
    if (connectionId === undefined) throw numberRequired();
    const scheduledAt = (await this.timeOf(input)) ?? null;
    if (input.dispatch_type === 'schedule' && !scheduledAt) throw timeRequired();
    const campaign = this.db.em.create(AiSmsCampaign, {
      ...{
        kind,
        name: input.name ?? '',
        connectionId,
        scheduledAt,
        promptId: null,
        template: null,
        gateway: null,
        pauseReason: null,
      },
      ...own,
    });
    await this.db.em.flush();
    this.audit.record('serviceCampaign.created', campaign.id, { name: campaign.name });
    this.emitChange(campaign, 'create');
    return campaign;
  }

  /** A change of the time or status starts a new run. The caller has locked the campaign. */
  async update(campaign: AiSmsCampaign, input: CommonInput, own: OwnColumns): Promise<void> {
    if (input.company_id) this.assertOwn(input.company_id);
    const connectionId = await this.connectionOf(input);
    const scheduledAt = await this.timeOf(input, campaign);
    if (input.dispatch_type === 'schedule' && !(scheduledAt ?? campaign.scheduledAt)) throw timeRequired();
    Object.assign(campaign, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(scheduledAt === undefined ? {} : { scheduledAt }),
      ...own,
      pauseReason: null,
    });
    if (scheduledAt !== undefined) await this.restart(campaign);
    this.audit.record('serviceCampaign.updated', campaign.id, { name: campaign.name });
    this.emitChange(campaign, 'update');
  }

  async hasBegun({ companyId, id }: AiSmsCampaign): Promise<boolean> {
    return (await this.db.row(figuresOf(companyId, [id])))?.begun ?? false;
  }

  /** The caller has locked the campaign. @throws 400 without recipients, and when its start has passed */
  async setActive(campaign: AiSmsCampaign, active: boolean): Promise<void> {
    if (active) await this.connections.findOrDefault(campaign.connectionId);
    if (active === campaign.active) return;
    if (active) await this.assertStartToCome(campaign);
    if (active) await this.assertRecipients(campaign);
    Object.assign(campaign, { active, pauseReason: null });
    await this.restart(campaign);
    const action = active ? 'serviceCampaign.activated' : 'serviceCampaign.deactivated';
    this.audit.record(action, campaign.id, { name: campaign.name });
    this.emitChange(campaign, 'update');
  }

  /** Whoever got nothing, or perhaps nothing, is written to again. @throws 404 */
  async retry(kind: CampaignKind, id: number): Promise<{ rows: number }> {
    const campaign = await this.lock(kind, id);
    const rows = await this.db.rows(requeueFailed(this.db.companyId, id));
    if (rows.length > 0) {
      await this.restart(campaign);
      this.audit.record('serviceCampaign.retried', id, { name: campaign.name });
      this.emitChange(campaign, 'update');
    }
    return { rows: rows.length };
  }

  /** Replaces the job of an active campaign; the new job waits for the interval after its last recipient. */
  async restart(campaign: AiSmsCampaign): Promise<void> {
    await this.jobs.cancel(sendKey(campaign));
    campaign.run += 1;
    await this.db.em.flush();
    if (!campaign.active) return;
    const { id, run } = campaign;
    const last = await this.db.row(lastHandled(this.db.companyId, id));
    const due = nextAt(campaign, last?.at ?? null);
    const runAt = due > this.clock.now() ? { runAt: due } : {};
    const options = { ...runAt, key: sendKey(campaign), orderingKey: sendOrder(campaign) };
    await this.jobs.add(SendServiceCampaign, { campaignId: id, run }, options);
  }

  /** Removes the campaign with its recipients and files. @throws 404 */
  async remove(kind: CampaignKind, id: number): Promise<{ message: string }> {
    const campaign = await this.lock(kind, id);
    await this.jobs.cancel(sendKey(campaign));
    const files = await this.db.em.find(AiSmsCampaignFile, { campaignId: id });
    await enqueueFileRemoval(
      this.jobs,
      files.map(({ mediaKey }) => mediaKey),
    );
    this.audit.record('serviceCampaign.deleted', id, { name: campaign.name });
    this.emitChange(campaign, 'delete');
    await this.db.run(removeRecipients(this.db.companyId, id));
    this.db.em.remove(campaign);
    await this.db.em.flush();
    return { message: removed[this.context.locale] };
  }

  /** @param own adds the fields that only campaigns of their kind have */
  async present<T>(
    campaigns: readonly AiSmsCampaign[],
    own: (campaign: AiSmsCampaign) => T,
  ): Promise<(CampaignView & T)[]> {
    const ids = campaigns.map(({ id }) => id);
    const figures = ids.length > 0 ? await this.db.rows(figuresOf(this.db.companyId, ids)) : [];
    const tokens = await this.connections.tokensOf([...new Set(campaigns.map(({ connectionId }) => connectionId))]);
    const { locale } = this.context;
    return campaigns.map((campaign) => {
      const {
        recipients: rows = 0,
        sent = 0,
        failed = 0,
        begun = false,
      } = figures.find(({ campaignId }) => campaignId === campaign.id) ?? {};
      return {
        id: campaign.id,
        name: campaign.name,
        company_id: campaign.companyId,
        status: campaign.active ? 1 : 0,
        connection_id: campaign.connectionId,
        atende_token: tokens.get(campaign.connectionId) ?? null,
        scheduled_at: campaign.scheduledAt,
        ...{ rows, sent, failed, begun },
        last_error: campaign.pauseReason?.[locale] ?? null,
        created_at: campaign.createdAt,
        ...own(campaign),
      };
    });
  }

  async presentOne<T>(campaign: AiSmsCampaign, own: (campaign: AiSmsCampaign) => T): Promise<CampaignView & T> {
    const [view] = await this.present([campaign], own);
    if (!view) throw new Error(`Campaign ${campaign.id} was not presented`);
    return view;
  }

  emitChange({ id, companyId, kind }: AiSmsCampaign, action: AiSmsCampaignChanged['action']): void {
    this.events.emit(new AiSmsCampaignChanged({ companyId, kind, campaignId: id, action }));
  }

  /** A campaign that has already begun continues. */
  private async assertStartToCome({ id, scheduledAt }: AiSmsCampaign): Promise<void> {
    if (!scheduledAt || !isPast(scheduledAt, this.clock.now())) return;
    const last = await this.db.row(lastHandled(this.db.companyId, id));
    if (!last?.at) throw timeInThePast();
  }

  private async assertRecipients({ companyId, id }: AiSmsCampaign): Promise<void> {
    const [figures] = await this.db.rows(figuresOf(companyId, [id]));
    if (!figures) throw campaignErrors.ERR_CAMPAIGN_NO_RECIPIENTS();
  }

  /** undefined: the form does not contain a connection. @throws ERR_NO_WAPP_FOUND */
  private async connectionOf({ connection_id, atende_token }: CommonInput): Promise<number | undefined> {
    if (connection_id) return (await this.connections.findOrDefault(connection_id)).id;
    return atende_token ? (await this.connections.findByToken(atende_token)).id : undefined;
  }

  /** undefined: the form does not change the time; null: at once. @throws 400 for a new time in the past */
  private async timeOf(
    { scheduled_at: text, dispatch_type }: CommonInput,
    campaign?: AiSmsCampaign,
  ): Promise<Date | null | undefined> {
    if (text === undefined && dispatch_type !== 'now') return undefined;
    if (!text || dispatch_type === 'now') return campaign?.scheduledAt === null ? undefined : null;
    const at = await this.moment(text);
    if (campaign && isSameStart(at, campaign.scheduledAt)) return undefined;
    if (isPast(at, this.clock.now())) throw timeInThePast();
    return at;
  }

  /** Clients send times without an offset, which are in the company's time zone. */
  private async moment(text: string): Promise<Date> {
    const withOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
    const at = new Date(withOffset || !/[T ]/i.test(text) ? text : `${text}Z`);
    if (Number.isNaN(at.getTime())) throw noMoment();
    if (withOffset) return at;
    const row = await this.db.row(momentOf(this.db.companyId, at.toISOString().slice(0, -1)));
    return row ? new Date(row.at) : at;
  }
}
