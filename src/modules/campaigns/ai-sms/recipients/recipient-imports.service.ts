import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { groupDigits, phoneFaults, readPhone } from '../../../../core/phone.js';
import { TaskFailed, TaskProcess } from '../../../../core/processing/task-process.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { Storage } from '../../../../core/storage/storage.js';
import type { FoundColumn } from '../../../contacts/contacts/import-export/contact-import.entity.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { aiSmsErrors, fileFaults, fileRefused, noneUsable, recipientFaults, tooManyRows } from '../ai-sms.errors.js';
import type { CampaignKind } from '../ai-sms-campaign.entity.js';
import { AiSmsCampaignFile } from '../ai-sms-campaign-file.entity.js';
import { AiSmsCampaignsService } from '../editing/ai-sms-campaigns.service.js';
import { figuresOf } from '../reports/report.queries.js';
import { insertRecipients, type NewRecipient, optedOutNumbers } from './recipients.queries.js';
import { chosenColumns, type FileRow, readRecipientColumns, readRecipients } from './recipients-file.js';

/** A file in the history of imports (spec 001 §3). */
export interface CampaignHistoryFile {
  readonly filename: string;
  readonly imported_at: Date;
}

/** The result of the import of a file. */
export interface CampaignImport extends CampaignHistoryFile {
  readonly campaign_id: number;
  readonly imported: number;
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

/** Larger than any file with 51 lines. */
const maxBytes = 1024 * 1024;
const csvTypes = /^(text\/(csv|plain)|application\/octet-stream)$/;
/** Limit of recipients from all files of a campaign. */
const maxRows = 10_000;
const maxFiles = 500;
const maxName = 100;
const maxField = 1_000;

interface SortedRows {
  readonly rows: readonly NewRecipient[];
  readonly lineOf: ReadonlyMap<string, number>;
  readonly refused: { readonly line: number; readonly text: Localized }[];
}

/** Faults that have texts of their own in this module. */
const plainFaults: readonly Localized[] = [phoneFaults.invalid, phoneFaults.short, phoneFaults.long];

/** Imports recipients from CSV files, which are stored unchanged. */
@Injectable()
export class RecipientImportsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly taskProcess: TaskProcess,
    private readonly campaigns: AiSmsCampaignsService,
    private readonly settings: SettingsService,
  ) {}

  /**
   * Opens its own units of work, because reading the file takes a while.
   * @param once runs the function that stores the rows, unless the request is a repetition
   * @throws 404, 400 with the file's fault; nothing is stored then
   */
  async import(
    kind: CampaignKind,
    campaignId: number,
    { file: given, columns: written }: { readonly file: UploadedFile | undefined; readonly columns: string | null },
    once: (work: () => Promise<CampaignImport>) => Promise<CampaignImport>,
  ): Promise<CampaignImport> {
    const { companyId } = this.context.actor;
    await this.db.runAs(companyId, () => this.campaigns.find(kind, campaignId));
    const file = this.csvOf(given);
    const columns = chosenColumns(written);
    if (columns === undefined) throw fileRefused(fileFaults.chosenColumns);
    const rows = await this.read(file, (bytes) => this.taskProcess.run(readRecipients, bytes, columns));
    return this.db.runAs(companyId, () => once(() => this.store(kind, campaignId, file, rows)));
  }

  /**
   * The columns of a file with their first values; the file is removed. Call it outside of any transaction.
   * @throws 400 with the file's fault
   */
  async columnsOf(given: UploadedFile | undefined): Promise<readonly FoundColumn[]> {
    const file = this.csvOf(given);
    try {
      return await this.read(file, (bytes) => this.taskProcess.run(readRecipientColumns, bytes));
    } finally {
      await this.db.runAs(this.context.actor.companyId, () => enqueueFileRemoval(this.jobs, [file.key]));
    }
  }

  /** Lists the newest files first. @throws 404 */
  async history(kind: CampaignKind, campaignId: number): Promise<CampaignHistoryFile[]> {
    await this.campaigns.find(kind, campaignId);
    const where = { campaignId };
    const files = await this.db.em.find(AiSmsCampaignFile, where, { orderBy: { id: 'desc' }, limit: maxFiles });
    return files.map(({ name, createdAt }) => ({ filename: name, imported_at: createdAt }));
  }

  /** The unchanged file; call it outside of any transaction. @throws 404 */
  async open(kind: CampaignKind, campaignId: number, name: string): Promise<Readable> {
    const key = await this.db.runAs(this.context.actor.companyId, async () => {
      await this.campaigns.find(kind, campaignId);
      return (await this.db.em.findOne(AiSmsCampaignFile, { campaignId, name }))?.mediaKey;
    });
    if (!key) throw aiSmsErrors.ERR_NO_CAMPAIGN_FILE_FOUND();
    return (await this.storage.open(key)).stream;
  }

  private csvOf(file: UploadedFile | undefined): UploadedFile {
    if (!file) throw fileRefused(fileFaults.missing);
    if (!/\.csv$/i.test(file.name) || !csvTypes.test(file.mime)) throw fileRefused(fileFaults.type);
    return file;
  }

  private async read<T>(
    { key, size }: UploadedFile,
    task: (file: { bytes: Uint8Array; size: number }) => Promise<readonly T[] | { readonly fault: Localized }>,
  ): Promise<readonly T[]> {
    try {
      const { stream } = await this.storage.open(key, { start: 0, end: maxBytes - 1 });
      const read = await task({ bytes: new Uint8Array(await buffer(stream)), size });
      if ('fault' in read) throw fileRefused(read.fault);
      return read;
    } catch (error) {
      if (error instanceof TaskFailed) throw fileRefused(fileFaults.unreadable);
      throw error;
    }
  }

  private async store(
    kind: CampaignKind,
    campaignId: number,
    { name, key }: UploadedFile,
    written: readonly FileRow[],
  ): Promise<CampaignImport> {
    const campaign = await this.campaigns.lock(kind, campaignId);
    const { rows, lineOf, refused } = await this.sort(written);
    const { recipients: before = 0 } = (await this.db.row(figuresOf(this.db.companyId, [campaignId]))) ?? {};
    if (before + rows.length > maxRows) throw fileRefused(tooManyRows(maxRows));
    const file = this.db.em.create(AiSmsCampaignFile, {
      campaignId,
      name: await this.freeName(campaignId, name),
      mediaKey: key,
    });
    await this.db.em.flush();
    const { companyId } = this.db;
    const stored = await this.db.rows(insertRecipients(companyId, { campaignId, fileId: file.id }, rows));
    const numbers = new Set(stored.map(({ number }) => number));
    for (const { number } of rows)
      if (!numbers.has(number)) refused.push({ line: lineOf.get(number) ?? 0, text: recipientFaults.repeated });
    const [fault] = refused;
    if (numbers.size === 0) throw fileRefused(noneUsable(fault));
    await this.campaigns.restart(campaign);
    this.audit.record('serviceCampaign.imported', campaignId, { name: campaign.name, file: file.name });
    this.campaigns.emitChange(campaign, 'update');
    return {
      campaign_id: campaignId,
      filename: file.name,
      imported_at: file.createdAt,
      imported: numbers.size,
      refused: refused
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, text }) => ({ line, message: text[this.context.locale] })),
    };
  }

  /** Keeps one row for each number, in the form of contacts, without contacts who opted out. */
  private async sort(written: readonly FileRow[]): Promise<SortedRows> {
    const refused: SortedRows['refused'] = [];
    const lineOf = new Map<string, number>();
    const rows: NewRecipient[] = [];
    const country = await this.settings.get('country');
    for (const { line, number: phone, name, fields } of written) {
      const { number, fault } = readPhone(phone, country);
      if (fault) refused.push({ line, text: plainFaults.includes(fault) ? recipientFaults.number : fault });
      else if (number.length >= groupDigits) refused.push({ line, text: recipientFaults.number });
      else if (name.length > maxName) refused.push({ line, text: recipientFaults.name });
      else if (fields.some((field) => field.length > maxField)) refused.push({ line, text: recipientFaults.field });
      else if (lineOf.has(number)) refused.push({ line, text: recipientFaults.repeated });
      else {
        lineOf.set(number, line);
        rows.push({ name, number, fields });
      }
    }
    const optedOut = await this.db.rows(optedOutNumbers(this.db.companyId, [...lineOf.keys()]));
    const unwanted = new Set(optedOut.map(({ number }) => number));
    for (const number of unwanted) refused.push({ line: lineOf.get(number) ?? 0, text: recipientFaults.optedOut });
    return { rows: rows.filter(({ number }) => !unwanted.has(number)), lineOf, refused };
  }

  /** The first free name of `lista.csv`, `lista (2).csv`, … */
  private async freeName(campaignId: number, name: string): Promise<string> {
    const stem = name.replace(/\.csv$/i, '');
    let free = `${stem}.csv`;
    for (let number = 2; await this.db.em.findOne(AiSmsCampaignFile, { campaignId, name: free }); number += 1)
      free = `${stem} (${number}).csv`;
    return free;
  }
}
