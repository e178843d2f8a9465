import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Actor } from '../../../core/context.js';
import { rooms } from '../../../core/realtime/rooms.js';
import type { QuickMessage } from './quick-message.entity.js';
import type { QuickMessageVisibility } from './quick-messages.events.js';

type Viewer = Pick<Actor, 'userId' | 'profile'>;

/**
 * Which quick messages a user sees: personal ones of their own; of the general ones managers all, other users those that
 * are active and open to them (`status`, `allowView`). Managers do not see personal ones of others either.
 */
export function visibleTo({ userId, profile }: Viewer): FilterQuery<QuickMessage> {
  const general = profile === 'admin' ? { geral: true } : { geral: true, status: true, allowView: true };
  return { $or: [{ geral: false, userId }, general] };
}

/** Who may change the text and the file of one that they see: its owner; of a general one managers, with `allowEdit` all users. */
export function canEdit({ userId, profile }: Viewer, { geral, allowEdit, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' || allowEdit : owner === userId;
}

/** Who may remove one that they see, or switch it on and off: its owner; of a general one managers only. */
export function canManage({ userId, profile }: Viewer, { geral, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' : owner === userId;
}

/** Rooms of the users who see it: the reverse of {@link visibleTo}. */
export function audience(companyId: number, { geral, status, allowView, userId }: QuickMessageVisibility): string[] {
  if (geral) return [status && allowView ? rooms.company(companyId) : rooms.admins(companyId)];
  return userId === null ? [] : [rooms.user(companyId, userId)];
}
