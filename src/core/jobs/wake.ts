import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { ClaimedJob } from './outbox.queries.js';

/** Of which company, null: of the platform, of which kind and with which ordering keys jobs were stored. */
export interface DueJobs {
  readonly companyId: number | null;
  readonly external: boolean;
  readonly orderingKeys: readonly string[];
}

/** The runner of this process. */
export interface LocalRunner {
  /** Whether it would start an external job of the company at once. */
  mayStart(companyId: number | null): boolean;
  /** Starts an external job whose lease was stored with it, by a statement sent at `since`. */
  startStored(job: ClaimedJob, since: number): void;
}

/** Signals work to the runner of this process. A lost signal costs a second: runners also look by themselves. */
@Injectable()
export class Wake {
  /** undefined: jobs are performed in other processes. */
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
