import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { RecordChanged } from '../../core/resource/record-changed.js';
import { tags } from './tags.resource.js';

/**
 * The tag event that existing clients know by the name `user` (behaviour.md §3), beside the one every resource has. It carries
 * a list, and is not sent for a removal: such clients would take that for a removed user.
 */
@Injectable()
export class TagsListener {
  @Broadcast(RecordChanged)
  async changed({ resource, action, companyId, record }: RecordChanged): Promise<Emission[]> {
    if (resource !== tags.name || !record) return [];
    return [{ rooms: [rooms.company(companyId)], name: 'user', payload: { action, tags: [record] } }];
  }
}
