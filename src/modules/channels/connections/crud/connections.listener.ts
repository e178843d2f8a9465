import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { connections } from '../connections.resource.js';
import { clearTransferQueue } from '../queries/connections.queries.js';
import { type ConnectionRecord, type PublicConnection, toPublicConnection } from './connections.service.js';

/** Only managers get fields like `token`. */
export interface ConnectionEvent {
  readonly action: string;
  readonly whatsapp?: PublicConnection;
  readonly whatsappId?: number;
}

/** `qrcode` is empty for users who may not pair phones. */
export interface ConnectionSessionEvent {
  readonly action: 'update';
  readonly session: {
    readonly id: number;
    readonly status: string;
    readonly qrcode: string;
    readonly updatedAt: PublicConnection['updatedAt'];
  };
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    whatsapp: ConnectionEvent;
    whatsappSession: ConnectionSessionEvent;
  }
}

/**
 * Broadcasts changed connections. Only managers get secrets (behaviour.md §3), but not the token, as support has
 * sockets too. New connections are sent as `update`: besides `delete`, existing clients know no other action.
 */
@Injectable()
export class ConnectionsListener {
  constructor(private readonly db: Db) {}

  /** A removed connection is invisible, so nobody could see or change its reference to the department. */
  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.db.run(clearTransferQueue(this.db.companyId, queueId));
  }

  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== connections.name) return [];
    const [everybody, admins] = [[rooms.company(companyId)], [rooms.admins(companyId)]];
    const changed = (payload: ConnectionEvent) => companyEvent(companyId, 'whatsapp', payload);
    if (!record) return [{ rooms: everybody, ...changed({ action, whatsappId: id }) }];
    const connection = toPublicConnection(record as PublicConnection);
    const { token: _, ...managed } = record as ConnectionRecord;
    const { status, updatedAt } = connection;
    const session = (qrcode = '') =>
      companyEvent(companyId, 'whatsappSession', { action: 'update', session: { id, status, qrcode, updatedAt } });
    return [
      { rooms: admins, ...changed({ action: 'update', whatsapp: managed }) },
      { rooms: everybody, except: admins, ...changed({ action: 'update', whatsapp: connection }) },
      // only managers pair phones
      { rooms: admins, ...session((record as ConnectionRecord).qrcode) },
      { rooms: everybody, except: admins, ...session() },
    ];
  }
}
