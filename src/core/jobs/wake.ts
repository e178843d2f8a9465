import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Of which company, null: of the platform, of which kind and with which ordering keys jobs were stored. */
export interface DueJobs {
  readonly companyId: number | null;
  readonly external: boolean;
  readonly orderingKeys: readonly string[];
}

/** Signals work to the runner of this process. A lost signal costs a second: runners also look by themselves. */
@Injectable()
export class Wake {
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
