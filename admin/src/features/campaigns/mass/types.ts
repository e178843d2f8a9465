import type { Schemas } from '../../../providers/api-types';

export type Campaign = Schemas['CampaignRecord'];
export type CampaignStatus = Schemas['CampaignStatus'];
export type CampaignSettings = Schemas['CampaignSettingsRecord'];
export type CampaignTemplate = Schemas['TemplateInput'];

/** In the others a campaign has begun, and is looked at by its report. */
export const isEditable = (status: CampaignStatus): boolean =>
  status === 'INATIVA' || status === 'PROGRAMADA' || status === 'CANCELADA';

/** Whether a campaign, or what its form holds, is sent at some hours or on some days only. */
export const hasSendingHours = ({ sendFrom, weekdays }: { sendFrom?: unknown; weekdays?: unknown }): boolean =>
  Boolean(sendFrom) || (Array.isArray(weekdays) && weekdays.length > 0);
