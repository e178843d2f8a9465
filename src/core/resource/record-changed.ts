import { Injectable } from '@nestjs/common';
import { Broadcast, DomainEvent, type Emission, fields } from '../events/event.js';
import { definePort } from '../events/port.js';
import { rooms } from '../realtime/rooms.js';
import { allResources, type RecordAction } from './define-resource.js';

/** A record of a generated resource was created, changed or removed. */
@DomainEvent()
export class RecordChanged extends fields<{
  resource: string;
  action: RecordAction;
  /** 0 for a record of the platform. */
  companyId: number;
  id: number;
  record: object | null;
}>() {}

/** Members of records by their ids, typed by the resource that has them. */
export type RecordMembers<Added extends Readonly<Record<string, object>> = Readonly<Record<string, object>>> =
  ReadonlyMap<number, Added[keyof Added]>;

/** What later modules add to the records of an earlier one before they are answered; an empty map adds nothing. */
export const recordMembers = definePort<{ readonly resource: string; readonly ids: readonly number[] }, RecordMembers>(
  'recordMembers',
);

/** Broadcasts changed records to those who may list them. */
@Injectable()
export class RecordBroadcaster {
  @Broadcast(RecordChanged)
  async changed({ resource: name, action, companyId, id, record }: RecordChanged): Promise<Emission[]> {
    const resource = allResources.get(name);
    if (!resource?.live || resource.live.to === 'module') return [];
    const { event, to, deletedAs, recordEvent, also = {} } = resource.live;
    const audience = [to === 'admins' ? rooms.admins(companyId) : rooms.company(companyId)];
    const plain = record ? { record } : { id };
    const payload = {
      action,
      ...(record
        ? { [resource.singular]: record }
        : { [`${resource.singular}Id`]: id, ...(deletedAs ? { [deletedAs]: id } : {}) }),
      ...(recordEvent === event ? plain : {}),
    };
    const extra = Object.entries(also).map(([name, payloadOf]) => ({ name, payload: payloadOf(action, record) }));
    if (recordEvent && recordEvent !== event)
      extra.push({ name: `company-${companyId}-${recordEvent}`, payload: { action, ...plain } });
    return [{ name: `company-${companyId}-${event}`, payload }, ...extra].flatMap(({ name, payload }) =>
      payload ? [{ rooms: audience, name, payload }] : [],
    );
  }
}
