import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { companyEvent, underBothNames } from '../../../../core/realtime/socket-events.js';
import { RemoveFiles } from '../../../../core/storage/remove-files.job.js';
import { UserRemoving } from '../../../people/users/users.events.js';
import { QuickMessageChanged } from '../quick-messages.events.js';
import { audience } from '../quick-messages.policy.js';
import { forgetOwner, removePersonal } from './quick-messages.queries.js';
import { QuickMessagesService } from './quick-messages.service.js';

/** Users who see the quick message get `record`; those who no longer see it get `id`. */
export interface QuickMessageEvent {
  readonly action: 'create' | 'update' | 'delete';
  readonly record?: object;
  readonly id?: number;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    quickemessage: QuickMessageEvent;
  }
}

/** Emits changes to users who see the quick message, and removes a deleted user's personal ones. */
@Injectable()
export class QuickMessagesListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly messages: QuickMessagesService,
  ) {}

  /** Users who lost sight of it get `delete`, the others the record; under both event names (behaviour.md §3). */
  @Broadcast(QuickMessageChanged)
  async changed({ companyId, id, action, before }: QuickMessageChanged): Promise<Emission[]> {
    const shown = await this.messages.forBroadcast(id);
    const was = before ? audience(companyId, before) : [];
    const now = shown ? audience(companyId, shown.visibility) : [];
    const gone = was.filter((room) => !now.includes(room));
    const eventOf = (payload: QuickMessageEvent) => companyEvent(companyId, 'quickemessage', payload);
    const emissions = [
      ...(gone.length > 0 ? [{ rooms: gone, except: now, ...eventOf({ action: 'delete', id }) }] : []),
      ...(shown
        ? [{ rooms: now, ...eventOf({ action: action === 'create' ? action : 'update', record: shown.record }) }]
        : []),
    ];
    return emissions.flatMap(underBothNames);
  }

  /** Removes the user's personal quick messages with their files; general ones stay without an owner. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    const { companyId } = this.context;
    const removed = await this.db.rows(removePersonal(companyId, userId));
    const keys = removed.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
    await this.db.run(forgetOwner(companyId, userId));
  }
}
