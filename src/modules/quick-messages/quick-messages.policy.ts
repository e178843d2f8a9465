import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Actor } from '../../core/context.js';
import { rooms } from '../../core/realtime/rooms.js';
import type { QuickMessage } from './quick-message.entity.js';
import type { QuickMessageVisibility } from './quick-messages.events.js';

type Viewer = Pick<Actor, 'userId' | 'profile'>;

/**
 * Which quick messages somebody sees: their own; of the general ones managers all, everybody else those that are active
 * and open to them (`status`, `allowView`). Nobody sees another person's own ones, managers neither.
 */
export function visibleTo({ userId, profile }: Viewer): FilterQuery<QuickMessage> {
  const general = profile === 'admin' ? { geral: true } : { geral: true, status: true, allowView: true };
  return { $or: [{ geral: false, userId }, general] };
}

/** Who may change the words and the file of one that they see: its owner; of a general one managers, with `allowEdit` everybody. */
export function canEdit({ userId, profile }: Viewer, { geral, allowEdit, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' || allowEdit : owner === userId;
}

/** Who may remove one that they see, or switch it on and off: its owner; of a general one managers only. */
export function canManage({ userId, profile }: Viewer, { geral, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' : owner === userId;
}

/** Rooms of everybody who sees it: {@link visibleTo} as seen from the other side. */
export function audience(companyId: number, { geral, status, allowView, userId }: QuickMessageVisibility): string[] {
  if (geral) return [status && allowView ? rooms.company(companyId) : rooms.admins(companyId)];
  return userId === null ? [] : [rooms.user(companyId, userId)];
}
