import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Signals work to the runners. A lost signal costs a second: runners also poll. */
export abstract class Wake {
  abstract signal(): void;
  abstract onSignal(listener: () => void): void;
}

/** Wakes the runner of this process. */
@Injectable()
export class LocalWake extends Wake {
  private readonly emitter = new EventEmitter();

  signal(): void {
    this.emitter.emit('work');
  }

  onSignal(listener: () => void): void {
    this.emitter.on('work', listener);
  }
}
