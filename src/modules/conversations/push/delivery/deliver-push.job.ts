import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { RoomPresence } from '../../../../core/realtime/room-presence.js';
import { removeSubscription, targetOf } from './push.queries.js';
import { type PushNotice, PushSenderService } from './push-sender.service.js';

export class DeliverPush extends defineJob<PushNotice & { subscriptionId: number }>('deliver-push') {}

/** Room of the visible tabs of a session. */
export const foregroundRoom = (companyId: number, sid: string): string => `c${companyId}:foreground:${sid}`;

const backoff = [5, 30, 120];
/** The subscription has ended (404, 410), or belongs to another VAPID key (400, 401, 403). */
const goneStatuses = new Set([400, 401, 403, 404, 410]);

@Injectable()
export class DeliverPushHandler {
  private readonly logger = new Logger('Push');

  constructor(
    private readonly db: Db,
    private readonly viewers: RoomPresence,
    private readonly sender: PushSenderService,
  ) {}

  /** A job that is retried because its process died after the request shows the same notice again. */
  @JobHandler(DeliverPush, { transactional: false, backoff })
  async perform({ subscriptionId, ...notice }: DeliverPush['payload'], run: JobRun): Promise<void> {
    const { companyId = 0, attempt } = run;
    const target = await this.db.runAs(companyId, () => this.db.row(targetOf(companyId, subscriptionId)));
    // a visible tab plays its own sound
    if (!target || this.viewers.viewersIn(companyId, foregroundRoom(companyId, target.sid)).length > 0) return;
    const failure = await this.sender.send(target, notice).then(
      ({ status }) => (status < 300 ? undefined : status),
      (error: unknown) => {
        if (error instanceof OutboundError) return error;
        throw error;
      },
    );
    if (failure === undefined) return;
    const refused = failure instanceof OutboundError && failure.phase === 'refused';
    if (refused || goneStatuses.has(Number(failure))) {
      await this.db.runAs(companyId, () => this.db.run(removeSubscription(companyId, subscriptionId, target.endpoint)));
    } else if (attempt <= backoff.length) {
      throw new Error(`The push service answered ${String(failure)}`);
    } else {
      // the conversation stays unread in the list, so nobody has to repeat the notice
      this.logger.warn({ msg: 'push given up', companyId, subscriptionId, reason: String(failure) });
    }
  }
}
