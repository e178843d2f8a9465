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

/** `record` for those who see it, `id` for those who no longer do. */
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

/** Shows changes to those who see them, and lets a removed user's own quick messages go along. */
@Injectable()
export class QuickMessagesListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly messages: QuickMessagesService,
  ) {}

  /** Users who no longer see it get `delete`, those who do the record; under both names (behaviour.md §3). */
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

  /** Personal ones are removed with their files; general ones stay, without an owner. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    const { companyId } = this.context;
    const removed = await this.db.rows(removePersonal(companyId, userId));
    const keys = removed.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
    await this.db.run(forgetOwner(companyId, userId));
  }
}
