import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../../core/events/event.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { ConnectionSendingChanged } from '../../connections/connections.events.js';
import { SendMessage } from './send-message.job.js';

/** Messages that wait for their connection are tried at once when it works again, or never will. */
@Injectable()
export class WaitingMessages {
  constructor(private readonly jobs: Jobs) {}

  @OnEvent(ConnectionSendingChanged)
  async flows({ connectionId }: ConnectionSendingChanged): Promise<void> {
    await this.jobs.runSoon(SendMessage, `send:${connectionId}:`);
  }
}
