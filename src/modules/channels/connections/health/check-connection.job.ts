import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction, OnEvent } from '../../../../core/events/event.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ConnectionCredentialsWritten, NumberReported } from '../connections.events.js';
import { ConnectionsService } from '../crud/connections.service.js';
import { ConnectionChecksService } from './connection-checks.service.js';

/** Checks with the provider a connection whose credentials or number have just been written, or were reported by it. */
export class CheckConnection extends defineJob<{ connectionId: number }>('check-connection') {}

const backoff: readonly number[] = [5, 30, 300, 1800];

@Injectable()
export class CheckConnectionHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly connections: ConnectionsService,
    private readonly checks: ConnectionChecksService,
  ) {}

  @InTransaction(ConnectionCredentialsWritten)
  async credentialsWritten({ connectionId }: ConnectionCredentialsWritten): Promise<void> {
    await this.jobs.add(CheckConnection, { connectionId });
  }

  /** Several reports at the same time cause one check. */
  @OnEvent(NumberReported, { formerly: ['ConnectionChecksService.reported'] })
  async reported({ connectionId }: NumberReported): Promise<void> {
    await this.jobs.add(CheckConnection, { connectionId }, { key: `check-connection:${connectionId}` });
  }

  /** Invalid credentials disconnect the connection, so that they do not reserve the number. */
  @JobHandler(CheckConnection, { transactional: false, backoff })
  async perform({ connectionId }: CheckConnection['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    if (!(await this.db.runAs(companyId, () => this.connections.exists(connectionId)))) return;
    const { connection, check } = await this.checks.runCheck(companyId, connectionId);
    if (!check.ok && check.kind !== 'auth' && attempt <= backoff.length)
      throw new Error(`${check.code} ${check.text.en}`);
    await this.db.runAs(companyId, () => this.checks.storeResult(connection, check, false));
  }
}
