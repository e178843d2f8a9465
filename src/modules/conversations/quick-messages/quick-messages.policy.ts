import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Actor } from '../../../core/context.js';
import { rooms } from '../../../core/realtime/rooms.js';
import type { QuickMessage } from './quick-message.entity.js';
import type { QuickMessageVisibility } from './quick-messages.events.js';

type Viewer = Pick<Actor, 'userId' | 'profile'>;

/**
 * Users see their own personal quick messages, never those of others. Managers see all general ones; other users see
 * general ones that are active and visible to all (`status`, `allowView`).
 */
export function visibleTo({ userId, profile }: Viewer): FilterQuery<QuickMessage> {
  const general = profile === 'admin' ? { geral: true } : { geral: true, status: true, allowView: true };
  return { $or: [{ geral: false, userId }, general] };
}

/** Who may change text and file of a visible one: the owner; if general, managers, or with `allowEdit` all users. */
export function canEdit({ userId, profile }: Viewer, { geral, allowEdit, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' || allowEdit : owner === userId;
}

/** Who may remove or (de)activate a visible one: the owner; if it is general, managers only. */
export function canManage({ userId, profile }: Viewer, { geral, userId: owner }: QuickMessage): boolean {
  return geral ? profile === 'admin' : owner === userId;
}

/** Rooms of the users who see it; the counterpart of {@link visibleTo} for sockets. */
export function audience(companyId: number, { geral, status, allowView, userId }: QuickMessageVisibility): string[] {
  if (geral) return [status && allowView ? rooms.company(companyId) : rooms.admins(companyId)];
  return userId === null ? [] : [rooms.user(companyId, userId)];
}
