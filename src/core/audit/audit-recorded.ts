import { Injectable } from '@nestjs/common';
import { Broadcast, DomainEvent, type Emission, fields } from '../events/event.js';
import { rooms } from '../realtime/rooms.js';
import { companyEvent } from '../realtime/socket-events.js';

/** The audit log of a company has a new entry. */
@DomainEvent()
export class AuditRecorded extends fields<{
  companyId: number;
}>() {}

/** Makes open audit pages refetch. */
@Injectable()
export class AuditBroadcaster {
  @Broadcast(AuditRecorded)
  async recorded({ companyId }: AuditRecorded): Promise<Emission[]> {
    return [{ rooms: [rooms.admins(companyId)], ...companyEvent(companyId, 'audit', { action: 'create' }) }];
  }
}
