import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { productVersion } from '../../../../core/config/product-version.js';
import { Db } from '../../../../core/database/db.js';
import { FailedJobs } from '../../../../core/jobs/failed-jobs.js';
import type { JobBacklog } from '../../../../core/jobs/outbox.queries.js';
import { Health } from '../../../../core/observability/health.js';
import { Bus } from '../../../../core/realtime/bus.js';
import { Storage, type StorageState } from '../../../../core/storage/storage.js';
import { type ConnectionCount, connectionCounts, databaseFacts } from './installation.queries.js';

export interface InstallationState {
  readonly version: string;
  readonly node: string;
  readonly role: 'all' | 'web' | 'worker';
  /** When the answering process started. */
  readonly startedAt: Date;
  /** The number of processes, this one and those whose events it receives. */
  readonly processes: number;
  readonly timersNode: string | null;
  readonly database: { readonly up: boolean; readonly version: string; readonly bytes: number };
  /** null if Redis is not used. */
  readonly redis: { readonly up: boolean } | null;
  readonly jobs: JobBacklog;
  /** The storage of media; null until its folder exists. */
  readonly storage: StorageState | null;
  /** When the newest complete backup in DATA_DIR/backups began; null if there is none. Only this folder is checked. */
  readonly lastBackupAt: Date | null;
  readonly connections: readonly ConnectionCount[];
}

/** The state of the installation from the view of the answering process. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly config: AppConfig,
    private readonly db: Db,
    private readonly health: Health,
    private readonly bus: Bus,
    private readonly jobs: FailedJobs,
    private readonly storage: Storage,
  ) {}

  async state(): Promise<InstallationState> {
    const facts = await this.db.platformRow(databaseFacts);
    if (!facts) throw new Error('A statement of settings has one row');
    const { version, bytes, timersNode } = facts;
    const { checks } = await this.health.report();
    return {
      version: productVersion(),
      node: process.version,
      role: this.config.role,
      startedAt: new Date(Date.now() - process.uptime() * 1000),
      processes: 1 + this.bus.peerCount,
      timersNode,
      database: { up: checks['database'] === 'up', version, bytes },
      redis: checks['redis'] === undefined ? null : { up: checks['redis'] === 'up' },
      jobs: await this.jobs.backlog(),
      storage: await this.storage.state(),
      lastBackupAt: await newestBackup(join(this.config.dataDir, 'backups')),
      connections: await this.db.platformRows(connectionCounts),
    };
  }
}

/** A backup is complete once it has a manifest, which is written last. */
async function newestBackup(folder: string): Promise<Date | null> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  for (const name of names
    .filter((each) => /^backup-\d{8}-\d{6}$/.test(each))
    .toSorted()
    .toReversed()) {
    const manifest = await readFile(join(folder, name, 'manifest.json'), 'utf8').catch(unlessMissing);
    if (manifest) return new Date((JSON.parse(manifest) as { createdAt: string }).createdAt);
  }
  return null;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
