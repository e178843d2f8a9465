import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { ClaimedJob } from './outbox.queries.js';
import type { RunnerNumber } from './runner-number.js';

/** Which jobs were stored: their company (null: the platform), kind and ordering keys. */
export interface DueJobs {
  readonly companyId: number | null;
  readonly external: boolean;
  readonly orderingKeys: readonly string[];
}

/** When the statement that leased jobs was sent, and the number that this process had then. */
export interface LeaseStart {
  readonly since: number;
  readonly number: RunnerNumber | undefined;
}

/** The runner of this process. */
export interface LocalRunner {
  /** The number that the leases of this process carry. */
  readonly number: RunnerNumber | undefined;
  /** Whether the runner would start this external job of the company at once. */
  mayStart(name: string, companyId: number | null): boolean;
  /** Starts an external job that was stored with its lease. */
  startStored(job: ClaimedJob, start: LeaseStart): void;
}

/** Signals work to the runner of this process. A lost signal costs only a second, as runners also look for jobs. */
@Injectable()
export class Wake {
  runner: LocalRunner | undefined;
  private readonly emitter = new EventEmitter();

  signal(due: DueJobs): void {
    this.emit(due);
  }

  /** @param listener is called without an argument when it is not known which jobs are due */
  onSignal(listener: (due?: DueJobs) => void): void {
    this.emitter.on('work', listener);
  }

  protected emit(due?: DueJobs): void {
    this.emitter.emit('work', due);
  }
}
