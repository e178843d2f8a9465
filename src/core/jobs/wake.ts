import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { ClaimedJob } from './outbox.queries.js';
import type { RunnerNumber } from './runner-number.js';

/** Of which company, null: of the platform, of which kind and with which ordering keys jobs were stored. */
export interface DueJobs {
  readonly companyId: number | null;
  readonly external: boolean;
  readonly orderingKeys: readonly string[];
}

/** Of jobs that were leased by a statement sent at `since`, with the number that this process had then. */
export interface LeaseStart {
  readonly since: number;
  readonly number: RunnerNumber | undefined;
}

/** The runner of this process. */
export interface LocalRunner {
  /** Of this process, for leases. */
  readonly number: RunnerNumber | undefined;
  /** Whether it would start this external job of the company at once. */
  mayStart(name: string, companyId: number | null): boolean;
  /** Starts an external job that was stored with its lease. */
  startStored(job: ClaimedJob, start: LeaseStart): void;
}

/** Signals work to the runner of this process. A lost signal costs a second: runners also look by themselves. */
@Injectable()
export class Wake {
  runner: LocalRunner | undefined;
  private readonly emitter = new EventEmitter();

  signal(due: DueJobs): void {
    this.emit(due);
  }

  /** @param listener called without an argument when it is not known which jobs are due */
  onSignal(listener: (due?: DueJobs) => void): void {
    this.emitter.on('work', listener);
  }

  protected emit(due?: DueJobs): void {
    this.emitter.emit('work', due);
  }
}
