import type { Schemas } from '../../../providers/api-types';

export type Campaign = Schemas['CampaignRecord'];
export type CampaignStatus = Schemas['CampaignStatus'];
export type CampaignSettings = Schemas['CampaignSettingsRecord'];
export type CampaignTemplate = Schemas['TemplateInput'];

/** In the others a campaign has begun, and is looked at by its report. */
export const isEditable = (status: CampaignStatus): boolean =>
  status === 'INATIVA' || status === 'PROGRAMADA' || status === 'CANCELADA';
