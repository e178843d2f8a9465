import { randomUUID } from 'node:crypto';
import { InboxService } from '../../src/modules/channels/connections/inbox/inbox.service.js';
import type { World } from './world.js';

/** The provider reports what the owner wrote to a customer on another device. */
export async function ownerWrites(w: World, to: string, body: string): Promise<void> {
  const id = `phone-${randomUUID()}`;
  await w.app.nest.get(InboxService, { strict: false }).storeBatched(w.companyId, w.connection.id, [
    {
      kind: 'message',
      eventId: id,
      providerId: id,
      from: to,
      name: null,
      group: null,
      fromMe: true,
      timestamp: Date.now(),
      type: 'chat',
      body,
      media: null,
      quotedProviderId: null,
      data: null,
      forwarded: false,
    },
  ]);
  await w.app.settled();
}
