import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CrudDependencies } from '../../../../core/resource/crud.service.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import type { ListQuery, Page } from '../../../../core/resource/page.js';
import type { Computed } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { mediaKindOf } from '../../../conversations/messages/outbound/message-composer.service.js';
import { momentOf } from '../../../conversations/schedules/queries/schedules.queries.js';
import type { Campaign, CampaignStatus } from '../campaign.entity.js';
import { CampaignInput } from '../campaigns.dto.js';
import { campaignErrors, followsOnly, hoursIncomplete, oneSourceOnly, startHasPassed } from '../campaigns.errors.js';
import { isPast, isSameStart } from '../campaigns.policy.js';
import { figureOf, figuresOf, sortableFigures } from '../reports/report.queries.js';
import { CampaignSequencesService } from '../sending/campaign-sequences.service.js';
import { CampaignStartsService } from '../sending/campaign-starts.service.js';
import { type CampaignRecord, CampaignStateService } from '../sending/campaign-state.service.js';
import { removeQueued, requeueFailed } from '../sending/outcomes.queries.js';
import { StartCampaign, startKey } from '../sending/start-campaign.job.js';
import { CampaignContentService } from './campaign-content.service.js';
import {
  missingReference,
  progressOf,
  type SequenceStep,
  sequenceSteps,
  storeRecipientsChanged,
} from './campaigns.queries.js';

const minName = 3;
/** Statuses in which each action is possible. */
const possibleIn = {
  update: ['INATIVA', 'PROGRAMADA', 'CANCELADA'],
  restart: ['INATIVA', 'PROGRAMADA', 'CANCELADA'],
  pause: ['EM_ANDAMENTO'],
  resume: ['PAUSADA'],
  retry: ['FINALIZADA'],
  cancel: ['PROGRAMADA', 'EM_ANDAMENTO', 'PAUSADA'],
} as const satisfies Record<string, readonly CampaignStatus[]>;

const noContent = {
  ...{ message1: '', message2: '', message3: '', message4: '', message5: '', confirmation: false },
  ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '', confirmationMessage4: '' },
  ...{ confirmationMessage5: '', template: null, fileListId: null, contactListId: null, tagListId: null },
} satisfies Partial<CampaignInput>;

/** A change of one of them freezes recipients anew. */
const recipientColumns = [
  'contactListId',
  'tagListId',
  'tagScope',
  'followsId',
  'followDays',
  'whatsappId',
] as const satisfies readonly (keyof Campaign)[];

/** Campaigns as managers edit, start and stop them. */
@Injectable()
export class CampaignsService extends CampaignStateService {
  constructor(
    deps: CrudDependencies,
    urls: MediaUrls,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly content: CampaignContentService,
    private readonly starts: CampaignStartsService,
    private readonly sequences: CampaignSequencesService,
  ) {
    super(deps, urls);
  }

  override async list(query: ListQuery): Promise<Page<CampaignRecord>> {
    const page = await super.list(query);
    const { db } = this.deps;
    const started = page.rows.flatMap(({ id, startedAt }) => (startedAt ? [id] : []));
    const counted = started.length > 0 ? await db.rows(figuresOf(db.companyId, started)) : [];
    const figures = new Map(counted.map(({ campaignId, ...of }) => [campaignId, of]));
    return { ...page, rows: page.rows.map((row) => ({ ...row, figures: figures.get(row.id) ?? null })) };
  }

  override async update(id: number, input: Partial<CampaignInput>): Promise<CampaignRecord> {
    const campaign = await this.lock(id);
    assertEditable(campaign);
    const { scheduledAt } = campaign;
    const before = recipientColumns.map((name) => campaign[name]);
    await super.update(id, input);
    if (scheduledAt) await this.jobs.cancel(startKey(id, scheduledAt));
    if (campaign.followsId && campaign.status === 'PROGRAMADA') await this.sequences.plan(campaign);
    else await this.schedule(campaign);
    if (recipientColumns.some((name, at) => campaign[name] !== before[at])) await this.unfreeze(campaign);
    return this.presentOne(campaign);
  }

  /** The campaign with all recipients' statuses, from which existing clients calculate figures. @throws 404 */
  async getWithProgress(id: number): Promise<CampaignRecord> {
    const campaign = await this.find(id);
    const record = await this.presentOne(campaign);
    const { contacts = [], shipping = [] } = (await this.deps.db.row(progressOf(campaign))) ?? {};
    // clients read the contacts from a list even if a tag selects the recipients
    const { contactList } = record;
    return { ...record, contactList: { id: 0, name: '', ...contactList, contacts }, shipping };
  }

  /**
   * An inactive campaign with the same content and file, without its connection if that was removed.
   * @param contactListId its recipients, if they are others
   * @throws 404
   */
  async duplicate(id: number, contactListId?: number): Promise<CampaignRecord> {
    const original = await this.find(id);
    const { id: copyId } = await this.create({
      ...(await this.inputOf(original)),
      name: copyName(original.name)[this.deps.context.locale],
      ...(contactListId === undefined ? {} : { contactListId, tagListId: null }),
    });
    const copy = await this.find(copyId);
    const { mediaKey, mediaName, mediaMime, mediaSize } = original;
    Object.assign(copy, { mediaKey, mediaName, mediaMime, mediaSize });
    await this.em.flush();
    return this.emitChanged('update', copy);
  }

  /** The campaigns that follow one another, this one among them, in their order. @throws 404 */
  async sequence(id: number): Promise<SequenceStep[]> {
    await this.find(id);
    return this.deps.db.rows(sequenceSteps(this.deps.context.companyId, id));
  }

  /** An inactive campaign to those who will not have replied to the last one of a sequence, without a text. @throws 400, 404 */
  async createNext(id: number): Promise<CampaignRecord> {
    const steps = await this.sequence(id);
    const last = await this.find(steps.at(-1)?.id ?? id);
    return this.create({
      ...(await this.inputOf(last)),
      ...noContent,
      name: nextName(steps[0]?.name ?? last.name, steps.length)[this.deps.context.locale],
      followsId: last.id,
    });
  }

  /** The form of a campaign for another one that is not scheduled, without its connection if that was removed. */
  private async inputOf(campaign: Campaign): Promise<CampaignInput> {
    const fields = fieldsOf(CampaignInput).map(({ name }) => [name, campaign[name as keyof Campaign]]);
    const { whatsappId } = campaign;
    return {
      ...(Object.fromEntries(fields) as CampaignInput),
      whatsappId: whatsappId && (await this.connections.exists(whatsappId)) ? whatsappId : null,
      ...{ scheduledAt: null, followsId: null },
    };
  }

  override async remove(id: number): Promise<void> {
    const campaign = await this.lock(id);
    const { status, mediaKey, scheduledAt } = campaign;
    if (status === 'EM_ANDAMENTO') throw campaignErrors.ERR_CAMPAIGN_RUNNING();
    if (scheduledAt) await this.jobs.cancel(startKey(id, scheduledAt));
    await super.remove(id);
    if (mediaKey) await enqueueFileRemoval(this.jobs, [mediaKey]);
  }

  /**
   * Starts the campaign now; a cancelled one continues with the recipients that it has not reached. One that follows
   * another is scheduled for its days after the end of that one.
   * @throws 400 naming missing fields, or when its start has passed without `startNow`, 409
   */
  async restart(id: number, startNow = false): Promise<CampaignRecord> {
    const campaign = await this.lockFor(id, 'restart');
    const { scheduledAt, startedAt, followsId } = campaign;
    if (followsId && !startedAt) {
      await this.content.prepare(campaign);
      await this.sequences.plan(campaign);
      return this.emitChanged('update', campaign);
    }
    if (scheduledAt && !startedAt && !startNow && isPast(scheduledAt, this.clock.now()))
      throw startHasPassed('scheduledAt');
    await this.starts.start(campaign);
    return this.emitChanged('update', campaign);
  }

  /** Sends again where nothing, or perhaps nothing, arrived. @throws 400 for missing fields or recipients, 404, 409 */
  async retry(id: number): Promise<CampaignRecord> {
    const campaign = await this.lockFor(id, 'retry');
    if ((await this.deps.db.run(requeueFailed(campaign.companyId, id))) === 0)
      throw campaignErrors.ERR_CAMPAIGN_NOTHING_TO_RETRY();
    await this.starts.start(campaign);
    return this.emitChanged('update', campaign);
  }

  async pause(id: number): Promise<CampaignRecord> {
    const campaign = await this.lockFor(id, 'pause');
    return this.stop(campaign, { status: 'PAUSADA', pauseReason: null });
  }

  async resume(id: number): Promise<CampaignRecord> {
    const campaign = await this.lockFor(id, 'resume');
    await this.starts.start(campaign);
    return this.emitChanged('update', campaign);
  }

  async cancel(id: number): Promise<CampaignRecord> {
    const campaign = await this.lockFor(id, 'cancel');
    if (campaign.scheduledAt) await this.jobs.cancel(startKey(id, campaign.scheduledAt));
    return this.stop(campaign, { status: 'CANCELADA', pauseReason: null });
  }

  /** Sets or removes the campaign's file; the previous file is removed with the commit. @throws 404, 422 */
  async setMedia(id: number, file: UploadedFile | null): Promise<CampaignRecord> {
    const campaign = await this.lock(id);
    assertEditable(campaign);
    if (file && campaign.whatsappId) {
      const { channel } = await this.connections.findOrDefault(campaign.whatsappId);
      this.channels.assertCan(channel, { media: mediaKindOf(file.mime) });
    }
    const { mediaKey } = campaign;
    Object.assign(campaign, {
      mediaKey: file?.key ?? null,
      mediaName: file?.name ?? null,
      mediaMime: file?.mime ?? null,
      mediaSize: file?.size ?? null,
      filesChangedAt: this.clock.now(),
    });
    await this.em.flush();
    if (mediaKey) await enqueueFileRemoval(this.jobs, [mediaKey]);
    return this.emitChanged('update', campaign);
  }

  protected override computed(): Computed {
    return Object.fromEntries(sortableFigures.map((name) => [name, figureOf(name)]));
  }

  protected override initialValues(): object {
    return {
      companyId: this.deps.context.companyId,
      status: 'INATIVA',
      ...{ scheduledAt: null, startedAt: null, completedAt: null, pauseReason: null, frozenAt: null, refused: null },
      ...{ mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null, template: null, weekdays: null },
      filesChangedAt: null,
      recipientsChangedAt: null,
      run: 0,
    };
  }

  protected override async write(
    campaign: Campaign,
    { scheduledAt, ...input }: Partial<CampaignInput>,
    creating: boolean,
  ): Promise<void> {
    const { fileListId, followsId } = campaign;
    await super.write(campaign, input, creating);
    if (campaign.fileListId !== fileListId) campaign.filesChangedAt = this.clock.now();
    if (campaign.name.trim().length < minName)
      throw campaignErrors.ERR_CAMPAIGN_INVALID_NAME({
        fields: { name: campaignErrors.ERR_CAMPAIGN_INVALID_NAME().text },
      });
    if (campaign.contactListId && campaign.tagListId) throw oneSourceOnly();
    if (campaign.followsId && (campaign.contactListId || campaign.tagListId)) throw followsOnly();
    if (input.whatsappId) await this.connections.findOrDefault(input.whatsappId);
    const missing = await this.deps.db.row(missingReference(this.deps.context.companyId, input));
    if (missing) throw notFoundOf(missing.resource);
    const { sendFrom = null, sendUntil = null } = campaign;
    if ((sendFrom === null) !== (sendUntil === null) || (sendFrom && sendUntil && sendFrom >= sendUntil))
      throw hoursIncomplete();
    if (followsId !== campaign.followsId) {
      await this.sequences.assertFits(campaign);
      Object.assign(campaign, {
        scheduledAt: null,
        status: campaign.status === 'PROGRAMADA' ? 'INATIVA' : campaign.status,
      });
    }
    if (campaign.followsId) {
      if (campaign.status === 'PROGRAMADA') await this.content.prepare(campaign);
      return;
    }
    const plannedFor = campaign.scheduledAt;
    if (scheduledAt !== undefined) campaign.scheduledAt = scheduledAt === null ? null : await this.moment(scheduledAt);
    // forms send the stored start again, which has passed when the campaign started late
    const isPlannedAgain = !isSameStart(campaign.scheduledAt, plannedFor);
    if (campaign.scheduledAt && isPlannedAgain && isPast(campaign.scheduledAt, this.clock.now()))
      throw startHasPassed('scheduledAt');
    const isCancelled = campaign.status === 'CANCELADA';
    const isDue = campaign.scheduledAt !== null && (!isCancelled || isPlannedAgain);
    if (isDue) await this.content.prepare(campaign);
    if (isDue || !isCancelled) campaign.status = isDue ? 'PROGRAMADA' : 'INATIVA';
  }

  protected override async afterWrite(campaign: Campaign, _input: object, creating: boolean): Promise<void> {
    if (creating) await this.schedule(campaign);
  }

  private async schedule({ id, status, scheduledAt }: Campaign): Promise<void> {
    if (status !== 'PROGRAMADA' || !scheduledAt) return;
    await this.jobs.add(
      StartCampaign,
      { id, at: scheduledAt.toISOString() },
      { key: startKey(id, scheduledAt), runAt: scheduledAt },
    );
  }

  /** After a change of recipients or connection the recipients without a message are frozen again. */
  private async unfreeze(campaign: Campaign): Promise<void> {
    const { companyId, id } = campaign;
    await this.deps.db.run(removeQueued(companyId, id));
    await this.deps.db.run(storeRecipientsChanged(companyId, id));
    campaign.frozenAt = null;
    await this.em.flush();
  }

  private async lockFor(id: number, verb: keyof typeof possibleIn): Promise<Campaign> {
    const campaign = await this.lock(id);
    if (!(possibleIn[verb] as readonly CampaignStatus[]).includes(campaign.status))
      throw campaignErrors.ERR_CAMPAIGN_STATUS();
    return campaign;
  }

  /** A time without an offset is in the company's time zone. */
  private async moment(text: string): Promise<Date> {
    if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text);
    const row = await this.deps.db.row(momentOf(this.deps.context.companyId, text.slice(0, 23)));
    return new Date(row?.at ?? text);
  }
}

const maxName = 255;
const copyName = (name: string) =>
  t(`Cópia de ${name}`.slice(0, maxName), `Copy of ${name}`.slice(0, maxName), `Copia de ${name}`.slice(0, maxName));

const nextName = (name: string, step: number) => {
  const end = t(` – acompanhamento ${step}`, ` – follow-up ${step}`, ` – seguimiento ${step}`);
  const begin = (text: string) => name.slice(0, maxName - text.length) + text;
  return t(begin(end.pt), begin(end.en), begin(end.es));
};

function assertEditable({ status }: Campaign): void {
  if (!(possibleIn.update as readonly CampaignStatus[]).includes(status))
    throw campaignErrors.ERR_CAMPAIGN_NOT_EDITABLE();
}
