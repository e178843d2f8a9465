import type { Readable } from 'node:stream';
import { setImmediate as yieldEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { Localized } from '../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { TaskFailed, WorkerThread } from '../../../core/processing/worker-thread.js';
import { enqueueFileRemoval } from '../../../core/storage/remove-files.job.js';
import { Storage } from '../../../core/storage/storage.js';
import { ContactImportChanged } from '../contacts.events.js';
import { insertContacts } from '../contacts.queries.js';
import type { ImportFault } from './contact-import.entity.js';
import { importInterrupted, tooLarge, unreadableTable } from './contact-imports.errors.js';
import { type ImportedContact, parseLine } from './import-line.js';
import { readTable, type Table, type TableLine, type TableProblem } from './import-table.js';

/** Reads a stored file of contacts. */
export class ImportContacts extends defineJob<{ importId: number }>('import-contacts', { priority: 'bulk' }) {}

interface Running {
  readonly mediaKey: string;
  readonly position: number;
}

const maxMegabytes = 16;
/** Lines are validated for so long before the event loop gets a turn. */
const sliceMs = 20;
const maxFaults = 100;

/**
 * Imports a file in small transactions. Each moves the import's position with its rows, so that every line counts once even
 * when the process dies or another one has taken over.
 */
@Injectable()
export class ImportContactsHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly workerThread: WorkerThread,
  ) {}

  @JobHandler(ImportContacts, { transactional: false })
  async perform({ importId }: ImportContacts['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => this.db.runAs(companyId, work);
    const running = await inCompany(() => this.start(importId));
    if (!running) return;
    const table = await this.readFile(running.mediaKey);
    if ('problem' in table) return inCompany(() => this.finish(importId, table.problem));
    await inCompany(() => this.setTotal(importId, table.total));
    for (const { from, lines } of batches(table, running.position)) {
      const read = await this.parseLines(lines, table);
      if (!(await inCompany(() => this.storeBatch(importId, from, read)))) return;
    }
    await inCompany(() => this.finish(importId, null));
  }

  @OnDiscard(ImportContacts)
  async discarded({ importId }: ImportContacts['payload']): Promise<void> {
    await this.finish(importId, importInterrupted);
  }

  private async readFile(mediaKey: string): Promise<Table | TableProblem> {
    const bytes = await readAll((await this.storage.open(mediaKey)).stream);
    if (!bytes) return { problem: tooLarge(maxMegabytes) };
    try {
      return await this.workerThread.run(readTable, bytes);
    } catch (error) {
      if (error instanceof TaskFailed) return { problem: unreadableTable(1) };
      throw error;
    }
  }

  private async parseLines(
    lines: readonly TableLine[],
    { columns }: Table,
  ): Promise<(ImportedContact | ImportFault)[]> {
    const read: (ImportedContact | ImportFault)[] = [];
    let since = performance.now();
    for (const line of lines) {
      read.push(parseLine(line, columns));
      if (performance.now() - since < sliceMs) continue;
      await yieldEventLoop();
      since = performance.now();
    }
    return read;
  }

  /** undefined when it has ended. */
  private async start(importId: number): Promise<Running | undefined> {
    const row = await this.db.row<Running>(
      sql`update contact_imports set status = 'running', updated_at = now()
       where company_id = ${this.context.companyId} and id = ${importId} and status in ('waiting', 'running')
         returning media_key as "mediaKey", position`,
    );
    if (row) this.emitChange(importId);
    return row;
  }

  private async setTotal(importId: number, total: number): Promise<void> {
    await this.db.run(sql`update contact_imports set total = ${total}, updated_at = now() where company_id = ${this.context.companyId}
       and id = ${importId}`);
    this.emitChange(importId);
  }

  /** false when another process has handled the batch. */
  private async storeBatch(
    importId: number,
    from: number,
    read: readonly (ImportedContact | ImportFault)[],
  ): Promise<boolean> {
    const { companyId } = this.context;
    const current = await this.db.row<{ faults: ImportFault[] }>(
      sql`select faults from contact_imports where company_id = ${companyId} and id = ${importId}
       and position = ${from} and status = 'running' for update`,
    );
    if (!current) return false;
    const contacts = read.filter((each): each is ImportedContact => 'number' in each);
    const faults = read.filter((each): each is ImportFault => 'line' in each);
    const created = await this.db.run(insertContacts(companyId, contacts));
    await this.db.run(
      sql`update contact_imports set position = position + ${read.length}, created = created + ${created},
       skipped = skipped + ${contacts.length - created}, refused = refused + ${faults.length},
       faults = ${JSON.stringify([...current.faults, ...faults].slice(0, maxFaults))}, updated_at = now()
       where company_id = ${companyId} and id = ${importId}`,
    );
    this.emitChange(importId);
    return true;
  }

  private async finish(importId: number, problem: Localized | null): Promise<void> {
    const row = await this.db.row<{ key: string | null }>(
      sql`update contact_imports i
       set status = ${problem ? 'failed' : 'done'}, problem = ${problem && JSON.stringify(problem)}, media_key = null,
       finished_at = now(), updated_at = now()
       from (select id, media_key from contact_imports where company_id = ${this.context.companyId} and id = ${importId}
         and status in ('waiting', 'running') for update) old
       where i.company_id = ${this.context.companyId} and i.id = old.id returning old.media_key as key`,
    );
    if (row?.key) await enqueueFileRemoval(this.jobs, [row.key]);
    if (row) this.emitChange(importId);
  }

  private emitChange(importId: number): void {
    this.events.emit(new ContactImportChanged(this.context.companyId, importId));
  }
}

interface Batch {
  /** Lines before it. */
  readonly from: number;
  readonly lines: readonly TableLine[];
}

/** The lines after the first `position`. */
function* batches(table: Table, position: number): Generator<Batch> {
  let from = 0;
  for (const batch of table.batches) {
    const lines = JSON.parse(batch) as TableLine[];
    const done = Math.max(0, position - from);
    if (done < lines.length) yield { from: from + done, lines: lines.slice(done) };
    from += lines.length;
  }
}

/** null when it is too large. */
async function readAll(file: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxMegabytes * 1024 * 1024) return null;
  }
  return Buffer.concat(chunks);
}
