import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { RecordAction } from '../../../../core/resource/define-resource.js';
import type { Days } from '../../../../core/resource/page.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { RemoveFiles } from '../../../../core/storage/remove-files.job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { TemplatesService } from '../../../channels/templates/crud/templates.service.js';
import type { TemplateInput } from '../../../channels/templates/templates.dto.js';
import { valuesIn } from '../../../channels/templates/templates.policy.js';
import { dayBounds } from '../../../contacts/contacts/queries/contacts.queries.js';
import { unknownVariable } from '../../messages/messages.errors.js';
import { mediaKindOf } from '../../messages/outbound/message-composer.service.js';
import { outboundOrderingKey } from '../../messages/outbound/outbound-messages.service.js';
import { unknownVariables } from '../../messages/outbound/text-variables.service.js';
import { dayOf, lockSchedule, momentOf, peopleOf, type SchedulePeople } from '../queries/schedules.queries.js';
import { Schedule } from '../schedule.entity.js';
import type { ScheduleInput } from '../schedules.dto.js';
import {
  endsBeforeSending,
  fileOfAnotherContact,
  notAPicture,
  notInTheFuture,
  scheduleErrors,
  templateNeedsConnection,
  templateTakesNoList,
} from '../schedules.errors.js';
import { ScheduleChanged, type ScheduleVisibility } from '../schedules.events.js';
import { visibleTo } from '../schedules.policy.js';
import { schedules } from '../schedules.resource.js';
import { ScheduleConnectionsService } from '../sending/schedule-connections.service.js';
import { enqueueSending, sendKey } from '../sending/send-schedule.job.js';

/** The columns that describe the file; all null without a file. */
const media = (file: UploadedFile | null) => ({
  mediaKey: file?.key ?? null,
  mediaName: file?.name ?? null,
  mediaMime: file?.mime ?? null,
  mediaSize: file?.size ?? null,
});

type OwnColumns = Pick<Stored<Schedule>, 'userId' | 'sentAt' | 'status' | 'mediaName' | 'mediaMime' | 'mediaSize'>;

export interface ScheduleRecord
  extends Columns<Schedule, ScheduleInput>,
    OwnColumns,
    Pick<SchedulePeople, 'contact' | 'user'> {
  /** Why the schedule was not sent, in the caller's language. */
  readonly errorText: string | null;
  /** Signed address of the file. */
  readonly mediaPath: string | null;
}

@Injectable()
export class SchedulesService extends CrudService<Schedule, ScheduleInput, ScheduleRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly urls: MediaUrls,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly templates: TemplatesService,
    private readonly scheduleConnections: ScheduleConnectionsService,
  ) {
    super(schedules, deps);
  }

  override async update(id: number, input: Partial<ScheduleInput>): Promise<ScheduleRecord> {
    const schedule = await this.lockEditable(id);
    const before = { ...schedule };
    const record = await super.update(id, input);
    const moved = schedule.sendAt.getTime() !== before.sendAt.getTime();
    if (moved) await this.jobs.cancel(sendKey(before));
    if (moved || before.status !== schedule.status) await enqueueSending(this.jobs, schedule);
    this.emitChange('update', schedule, before);
    return record;
  }

  override async remove(id: number): Promise<void> {
    const schedule = { ...(await this.lock(id)) };
    await this.jobs.cancel(sendKey(schedule));
    await super.remove(id);
    this.emitChange('delete', schedule, schedule);
    await this.removeFile(schedule);
  }

  /**
   * Stores or removes the file; the former file is deleted after the commit, unless another occurrence has it.
   * @throws 400 with `picture` for other files than pictures, 404, 409 when it was sent, 422 when the channel cannot
   * send the file
   */
  async setMedia(id: number, file: UploadedFile | null, { picture }: { picture: boolean }): Promise<ScheduleRecord> {
    if (file && picture && !/^image\/(png|jpeg)$/.test(file.mime)) throw notAPicture();
    const schedule = await this.lockEditable(id);
    if (file) {
      const { channel } = await this.scheduleConnections.connectionOf(schedule);
      this.channels.assertCan(channel, { media: mediaKindOf(file.mime) });
    }
    const former = { ...schedule };
    Object.assign(schedule, media(file));
    await this.em.flush();
    await this.removeFile(former);
    this.emitChange('update', schedule, schedule);
    return this.presentOne(schedule);
  }

  /** The record with the fields that decide who sees it. For broadcasts, so the caller's rights are not checked. */
  async forBroadcast(id: number): Promise<{ visibility: ScheduleVisibility; record: ScheduleRecord } | null> {
    const schedule = await this.em.findOne(Schedule, { id });
    return schedule && { visibility: schedule, record: await this.presentOne(schedule) };
  }

  protected override where() {
    return visibleTo(this.deps.context.actor);
  }

  protected override async dateWhere(days: Days): Promise<object> {
    const row = await this.deps.db.row(dayBounds(this.deps.context.companyId, days));
    return {
      sendAt: {
        ...(row?.from ? { $gte: new Date(row.from) } : {}),
        ...(row?.until ? { $lt: new Date(row.until) } : {}),
      },
    };
  }

  protected override initialValues(): object {
    const { companyId, actor } = this.deps.context;
    return {
      ...{ companyId, userId: actor.userId, status: 'PENDENTE', sentAt: null, errorCode: null, errorText: null },
      ...media(null),
      template: null,
    };
  }

  protected override async write(
    schedule: Schedule,
    { sendAt, repeatUntil, template, ...input }: Partial<ScheduleInput>,
    creating: boolean,
  ): Promise<void> {
    const { contactId = schedule.contactId } = input;
    if (contactId !== schedule.contactId && (await this.isFileShared(schedule))) throw fileOfAnotherContact();
    await super.write(schedule, input, creating);
    await this.writeTime(schedule, sendAt);
    await this.writeRepetition(schedule, repeatUntil);
    if (schedule.whatsappId) await this.connections.findOrDefault(schedule.whatsappId);
    await this.writeTemplate(schedule, template);
    const values = schedule.template ? valuesIn(schedule.template) : [];
    const unknown = [schedule.body, ...values].flatMap(unknownVariables);
    if (unknown.length > 0) throw unknownVariable([...new Set(unknown)]);
  }

  protected override async afterWrite(schedule: Schedule, _input: object, creating: boolean): Promise<void> {
    if (!creating) return;
    await enqueueSending(this.jobs, schedule);
    this.emitChange('create', schedule, null);
  }

  protected override async present(rows: readonly Stored<Schedule>[]): Promise<ScheduleRecord[]> {
    const { companyId, locale } = this.deps.context;
    const ids = rows.map(({ id }) => id);
    const people = new Map((await this.deps.db.rows(peopleOf(companyId, ids))).map((row) => [row.id, row]));
    return this.records(rows, ({ id, mediaKey, errorText, ...row }) => {
      const of = people.get(id);
      if (!of) throw new Error(`Schedule ${id} has no contact`);
      const { userId, sentAt, status, mediaName, mediaMime, mediaSize } = row;
      return {
        ...{ userId, sentAt, status, mediaName, mediaMime, mediaSize },
        contact: of.contact,
        user: of.user,
        errorText: errorText?.[locale] ?? null,
        mediaPath: mediaKey && this.urls.sign(mediaKey, { name: mediaName }),
      };
    });
  }

  /** A new time makes a failed schedule pending again. */
  private async writeTime(schedule: Schedule, given: string | undefined): Promise<void> {
    const at = given === undefined ? schedule.sendAt : await this.moment(given);
    const moved = at.getTime() !== schedule.sendAt?.getTime();
    if (!moved && schedule.status === 'PENDENTE') return;
    if (at <= this.clock.now()) throw notInTheFuture();
    Object.assign(schedule, { sendAt: at, repeatFrom: at, status: 'PENDENTE', errorCode: null, errorText: null });
  }

  private async writeRepetition(schedule: Schedule, until: string | null | undefined): Promise<void> {
    if (until !== undefined) schedule.repeatUntil = until === null ? null : until.slice(0, 10);
    if (schedule.repetition === 'none') schedule.repeatUntil = null;
    if (!schedule.repeatUntil) return;
    const first = await this.deps.db.row(dayOf(this.deps.context.companyId, schedule.sendAt));
    if (first && schedule.repeatUntil < first.day) throw endsBeforeSending();
  }

  private async writeTemplate(schedule: Schedule, given: TemplateInput | null | undefined): Promise<void> {
    if (given !== undefined) schedule.template = given;
    const { template, whatsappId } = schedule;
    if (!template) return;
    if (!whatsappId) throw templateNeedsConnection();
    if (schedule.fileListId) throw templateTakesNoList();
    schedule.body = (await this.templates.fill(whatsappId, template)).body;
  }

  /** Existing clients send times without an offset: these are in the company's time zone. */
  private async moment(text: string): Promise<Date> {
    const withOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
    const at = new Date(withOffset || !/[T ]/i.test(text) ? text : `${text}Z`);
    if (Number.isNaN(at.getTime())) throw notInTheFuture();
    if (withOffset) return at;
    const row = await this.deps.db.row(momentOf(this.deps.context.companyId, at.toISOString().slice(0, -1)));
    return row ? new Date(row.at) : at;
  }

  private async removeFile(schedule: Schedule): Promise<void> {
    const { mediaKey, contactId } = schedule;
    if (!mediaKey || (await this.isFileShared(schedule))) return;
    const whatsappId = await this.scheduleConnections.connectionIdOf(schedule);
    // in order after the outbound jobs of the contact, which may still have to copy the file
    const orderingKey = whatsappId ? outboundOrderingKey({ connectionId: whatsappId, contactId }) : undefined;
    await this.jobs.add(RemoveFiles, { keys: [mediaKey] }, { orderingKey });
  }

  /** Whether another occurrence of the repetition has the same file. */
  private async isFileShared({ id, contactId, mediaKey }: Schedule): Promise<boolean> {
    if (!mediaKey) return false;
    // two occurrences may be removed at the same time
    await this.deps.db.lock('schedule-file', mediaKey);
    const { companyId } = this.deps.context;
    return (await this.em.count(Schedule, { companyId, contactId, mediaKey, id: { $ne: id } })) > 0;
  }

  /** The connection of the schedule, else that of the contact's newest conversation. */
  /** Locks the row: changes wait for each other and for the job that sends it. */
  private async lock(id: number): Promise<Schedule> {
    await this.deps.db.rows(lockSchedule(this.deps.context.companyId, id));
    return this.find(id);
  }

  private async lockEditable(id: number): Promise<Schedule> {
    const schedule = await this.lock(id);
    if (schedule.sentAt) throw scheduleErrors.ERR_SCHEDULE_SENT();
    return schedule;
  }

  private emitChange(action: RecordAction, schedule: Schedule, before: ScheduleVisibility | null): void {
    const visibility = before && { userId: before.userId, queueId: before.queueId };
    this.deps.events.emit(
      new ScheduleChanged({ companyId: this.deps.context.companyId, id: schedule.id, action, before: visibility }),
    );
  }
}
