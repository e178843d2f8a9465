import { useQuery } from '@tanstack/react-query';
import { mediaField, uploadMedia } from '../../../conversation/ui/forms/media-input';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import type { Campaign } from './types';

export type CampaignPreview = Schemas['CampaignPreview'];

/** What starting the stored campaign would mean. */
export const useCampaignPreview = (id: number) =>
  useQuery({
    queryKey: ['campaigns', 'preview', id],
    queryFn: ({ signal }) => api<CampaignPreview>(`/campaigns/${id}/preview`, { signal }),
    // others change lists and opt out meanwhile
    gcTime: 0,
  });

export const fetchCampaign = (id: number | string, signal?: AbortSignal) =>
  api<Campaign>(`/campaigns/${id}`, { signal });

export const storeCampaign = (id: number | null, body: object) =>
  id === null
    ? api<Campaign>('/campaigns', { method: 'POST', body })
    : api<Campaign>(`/campaigns/${id}`, { method: 'PUT', body });

/** @param query a filter of recipients, for whom alone the copy is */
export const duplicate = (id: number, query = '') =>
  api<Campaign>(`/campaigns/${id}/duplicate?${query}`, { method: 'POST' });

/** Uploads or removes the file where the form says so. @returns the campaign afterwards */
export async function storeMedia(stored: Campaign, values: Record<string, unknown>): Promise<Campaign> {
  if (values[mediaField] === undefined) return stored;
  await uploadMedia(`/campaigns/${stored.id}/media-upload`, values);
  return fetchCampaign(stored.id);
}
