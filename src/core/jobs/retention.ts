import type { Condition } from '../database/statements.js';

/** A table with rows that expire. */
export interface RetentionRule {
  readonly table: string;
  /** Matches the expired rows. */
  readonly where: Condition;
}

const declared: RetentionRule[] = [];
export const retentionRules: readonly RetentionRule[] = declared;

/** Declares which rows the sweeper removes, in the `*.database.ts` of the module that owns the table. */
export function defineRetention(...rules: readonly RetentionRule[]): void {
  declared.push(...rules);
}
