import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Tells runners that there is work. Losing a signal costs a second: runners look by themselves too. */
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
