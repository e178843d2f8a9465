import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Signals work to the runner of this process. A lost signal costs a second: runners also poll. */
@Injectable()
export class Wake {
  private readonly emitter = new EventEmitter();

  signal(): void {
    this.emitter.emit('work');
  }

  onSignal(listener: () => void): void {
    this.emitter.on('work', listener);
  }
}
