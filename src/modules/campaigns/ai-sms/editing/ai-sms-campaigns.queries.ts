import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** An AI instance of the spec is a prompt (behaviour.md §12). */
export interface CampaignInstance {
  readonly id: number;
  readonly name: string;
}

export const instancesOf = (companyId: number): Statement<CampaignInstance> =>
  sql`select id, name from prompts where company_id = ${companyId} order by name, id limit 500`;

export const connectionsOf = (companyId: number): Statement<{ id: number; channel: string }> =>
  sql`select id, channel from connections where company_id = ${companyId} and deleted_at is null order by id limit 500`;

export const lockCampaign = (companyId: number, id: number): Statement =>
  sql`select id from service_campaigns where company_id = ${companyId} and id = ${id} for update`;

/** Stops the campaigns of a connection. */
export const deactivateCampaignsOf = (companyId: number, connectionId: number): Statement =>
  sql`update service_campaigns set active = false, updated_at = now()
      where company_id = ${companyId} and connection_id = ${connectionId}`;

export const removeRecipients = (companyId: number, campaignId: number): Statement =>
  sql`delete from service_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`;
