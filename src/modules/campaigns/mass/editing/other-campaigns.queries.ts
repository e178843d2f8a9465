import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';

/** Whether a campaign of another kind was sent to a number within so many days. */
type GotCampaign = (companyId: number, number: RawBuilder<unknown>, days: RawBuilder<unknown>) => Condition;

const kinds: GotCampaign[] = [];

/** Called by later modules with campaigns of their own, which count for `frequencyDays` of bulk campaigns. */
export function defineOtherCampaigns(gotCampaign: GotCampaign): void {
  kinds.push(gotCampaign);
}

export const gotOtherCampaign: GotCampaign = (...of) =>
  kinds.length === 0
    ? sql`false`
    : sql`(${sql.join(
        kinds.map((gotCampaign) => gotCampaign(...of)),
        sql` or `,
      )})`;
