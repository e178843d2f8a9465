import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { RecordChanged } from '../../core/resource/record-changed.js';
import { connections } from './connections.resource.js';
import { type ShownConnection, shownToAll } from './connections.service.js';

/** Shows changed connections to those who are not told their secrets, and to all how each stands (behaviour.md §3). */
@Injectable()
export class ConnectionsListener {
  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== connections.name) return [];
    const everybody = [rooms.company(companyId)];
    const connection = record && shownToAll(record as ShownConnection);
    const emissions: Emission[] = [
      {
        rooms: everybody,
        except: [rooms.admins(companyId)],
        name: `company-${companyId}-whatsapp`,
        payload: connection ? { action, whatsapp: connection } : { action, whatsappId: id },
      },
    ];
    if (connection)
      emissions.push({
        rooms: everybody,
        name: `company-${companyId}-whatsappSession`,
        // no channel of today pairs by a picture
        payload: {
          action: 'update',
          session: { id, status: connection.status, qrcode: '', updatedAt: connection.updatedAt },
        },
      });
    return emissions;
  }
}
