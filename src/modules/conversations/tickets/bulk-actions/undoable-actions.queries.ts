import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { UndoData } from './undoable-action.entity.js';

export interface StoredAction {
  readonly ticketId: number;
  readonly undo: UndoData;
}
export type StoredTransition = Extract<UndoData, { kind: 'moved' }>;

export const insertUndoableAction = (
  companyId: number,
  ticketId: number,
  userId: number,
  undo: UndoData,
): Statement<{ id: number }> => sql`insert into undoable_actions (company_id, ticket_id, user_id, undo)
   values (${companyId}, ${ticketId}, ${userId}, ${JSON.stringify(undo)})
   returning id`;

/** Clears the deferred transitions of the ticket's actions and returns the actions as they were before. */
export const takeDeferredTransitions = (
  companyId: number,
  ticketId: number,
): Statement<{ undo: StoredTransition }> => sql`
  update undoable_actions a set undo = jsonb_set(a.undo, '{steps}', '[]')
   from (select id, undo from undoable_actions where company_id = ${companyId} and ticket_id = ${ticketId}
     and undo->'steps' <> '[]' for update) old
   where a.company_id = ${companyId} and a.id = old.id returning old.undo`;

/** @param userId only an action of this user; null: of any user */
export const deleteUndoableAction = (
  companyId: number,
  id: number,
  userId: number | null,
): Statement<StoredAction> => sql`
  delete from undoable_actions where company_id = ${companyId} and id = ${id}
   and (${userId}::bigint is null or user_id = ${userId}) returning ticket_id as "ticketId", undo`;
