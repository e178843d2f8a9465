import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Reaction } from '../message.entity.js';

export interface ReactionRow {
  readonly id: number;
  readonly reactions: readonly Reaction[];
}

/** Locks the message until the commit. @param message its id, or the provider's id of it */
export function reactionsToChange(
  companyId: number,
  message: number | { readonly connectionId: number; readonly providerId: string },
): Statement<ReactionRow> {
  const isMessage =
    typeof message === 'number'
      ? sql`id = ${message}`
      : sql`connection_id = ${message.connectionId} and provider_id = ${message.providerId}`;
  return sql`
  select id, reactions from messages where company_id = ${companyId} and ${isMessage}
   for no key update`;
}

export const setReactions = (companyId: number, id: number, reactions: readonly Reaction[]): Statement => sql`
  update messages set reactions = ${JSON.stringify(reactions)}, updated_at = now()
  where company_id = ${companyId} and id = ${id}`;
