import { Injectable } from '@nestjs/common';
import { momentFrom } from '../../../../core/calendar.js';
import { Clock } from '../../../../core/clock.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { RemoveFiles } from '../../../../core/storage/remove-files.job.js';
import { CompaniesService } from '../../companies/registration/companies.service.js';
import { Announcement } from '../announcement.entity.js';
import type { AnnouncementInput } from '../announcements.dto.js';
import { AnnouncementChanged } from '../announcements.events.js';
import { announcements } from '../announcements.resource.js';
import { lockAnnouncement, plansWithIds, shownAnnouncements } from './announcements.queries.js';
import { RefreshAnnouncement } from './refresh-announcement.job.js';

const notAPicture = t(
  'Use uma imagem .png, .jpg ou .jpeg',
  'Use a .png, .jpg or .jpeg picture',
  'Use una imagen .png, .jpg o .jpeg',
);
const endsFirst = t('O fim vem antes do início', 'The end comes before the beginning', 'El fin es anterior al inicio');

export interface AnnouncementRecord extends Columns<Announcement, AnnouncementInput> {
  readonly mediaName: string | null;
  /** The signed address of the picture. */
  readonly mediaPath: string | null;
}

@Injectable()
export class AnnouncementsService extends CrudService<Announcement, AnnouncementInput, AnnouncementRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly urls: MediaUrls,
    private readonly clock: Clock,
    private readonly companies: CompaniesService,
  ) {
    super(announcements, deps);
  }

  /** The announcements that the caller's company sees now. */
  async shown(): Promise<AnnouncementRecord[]> {
    const ids = await this.shownIds();
    const rows = await this.em.find(
      Announcement,
      { id: { $in: ids } },
      { orderBy: [{ priority: 'asc' }, { id: 'desc' }] },
    );
    return this.presentEntities(rows);
  }

  /** Does not check the caller, because a broadcast has none. */
  async forBroadcast(id: number): Promise<AnnouncementRecord | null> {
    const row = await this.em.findOne(Announcement, { id });
    return row && this.presentOne(row);
  }

  /** Sets or removes the picture; the previous file is deleted after the commit. @throws 400, 404 */
  async setMedia(id: number, file: UploadedFile | null): Promise<AnnouncementRecord> {
    if (file && !/^image\/(png|jpeg)$/.test(file.mime))
      throw coreErrors.ERR_VALIDATION({ fields: { file: notAPicture } });
    const row = await this.lock(id);
    const former = row.mediaKey;
    Object.assign(row, { mediaKey: file?.key ?? null, mediaName: file?.name ?? null });
    await this.em.flush();
    if (former) await this.jobs.add(RemoveFiles, { keys: [former] });
    this.changed(id, 'update');
    return this.presentOne(row);
  }

  override async update(id: number, input: Partial<AnnouncementInput>): Promise<AnnouncementRecord> {
    const record = await super.update(id, input);
    this.changed(id, 'update');
    return record;
  }

  override async remove(id: number): Promise<void> {
    const { mediaKey } = await this.lock(id);
    await super.remove(id);
    if (mediaKey) await this.jobs.add(RemoveFiles, { keys: [mediaKey] });
    this.changed(id, 'delete');
  }

  /** Super-administrators write announcements and see all of them. */
  protected override async where() {
    return this.deps.context.actor.super ? {} : { id: { $in: await this.shownIds() } };
  }

  protected override initialValues(): object {
    return { mediaKey: null, mediaName: null };
  }

  protected override async write(
    row: Announcement,
    { showFrom, showUntil, planIds, ...input }: Partial<AnnouncementInput>,
    creating: boolean,
  ): Promise<void> {
    await super.write(row, input, creating);
    const timeZone = showFrom || showUntil ? await this.companies.timeZone() : '';
    if (showFrom !== undefined) row.showFrom = showFrom === null ? null : momentFrom(showFrom, timeZone, 'beginning');
    if (showUntil !== undefined) row.showUntil = showUntil === null ? null : momentFrom(showUntil, timeZone, 'end');
    if (row.showFrom && row.showUntil && row.showUntil <= row.showFrom)
      throw coreErrors.ERR_VALIDATION({ fields: { showUntil: endsFirst } });
    if (planIds === undefined) return;
    if ((await this.deps.db.rows(plansWithIds(planIds))).length < planIds.length)
      throw coreErrors.ERR_VALIDATION({ fields: { planIds: notFoundOf('plans').text } });
    row.planIds = planIds;
  }

  protected override async afterWrite(row: Announcement, _input: object, creating: boolean): Promise<void> {
    await this.schedule(row);
    if (creating) this.changed(row.id, 'create');
  }

  protected override present(rows: readonly Stored<Announcement>[]): Promise<AnnouncementRecord[]> {
    const reader = this.deps.context.maybeActor;
    return this.records(rows, ({ mediaKey, mediaName, planIds }) => ({
      // companies do not see which other plans it is for
      planIds: reader?.super ? planIds : [],
      mediaPath: mediaKey && this.urls.sign(mediaKey, { name: mediaName }),
      mediaName,
    }));
  }

  private async shownIds(): Promise<number[]> {
    const rows = await this.deps.db.rows(shownAnnouncements(this.deps.context.actor.companyId));
    return rows.map(({ id }) => id);
  }

  /** Schedules jobs that refresh the screens when its period begins and when it ends. */
  private async schedule({ id, showFrom, showUntil }: Announcement): Promise<void> {
    for (const [edge, runAt] of [
      ['from', showFrom],
      ['until', showUntil],
    ] as const) {
      const key = `announcement:${id}:${edge}`;
      await this.jobs.cancel(key);
      if (runAt && runAt > this.clock.now()) await this.jobs.add(RefreshAnnouncement, { id }, { key, runAt });
    }
  }

  /** Picture changes and removals of the row run one after the other, so that no picture file is orphaned. */
  private async lock(id: number): Promise<Announcement> {
    await this.deps.db.rows(lockAnnouncement(id));
    return this.find(id);
  }

  private changed(id: number, action: AnnouncementChanged['action']): void {
    this.deps.events.emit(new AnnouncementChanged({ id, action }));
  }
}
