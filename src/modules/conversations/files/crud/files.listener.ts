import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { UserRemoving } from '../../../people/users/users.events.js';
import { files } from '../files.resource.js';
import { forgetOwner } from './files.queries.js';

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    file: { readonly action: string; readonly file?: object; readonly files?: object; readonly fileId?: number };
  }
}

@Injectable()
export class FilesListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Emits the record under `files`, too: existing clients read it under the name of the resource. */
  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== files.name) return [];
    const payload = record ? { action, file: record, files: record } : { action, fileId: id };
    return [{ rooms: [rooms.company(companyId)], ...companyEvent(companyId, 'file', payload) }];
  }

  /** Keeps the file lists of a removed user, without an owner. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(forgetOwner(this.context.companyId, userId));
  }
}
