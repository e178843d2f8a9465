import { useQuery } from '@tanstack/react-query';
import { api } from '../../../providers/http';
import { refetch } from '../../../providers/query-client';
import type { CampaignSettings } from './types';

const path = '/campaigns/settings';
const queryKey = [path] as const;

/** How fast campaigns are sent, and the variables that all of them may use. */
export const useCampaignSettings = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => api<CampaignSettings>(path, { signal }) });

export async function saveCampaignSettings(settings: CampaignSettings): Promise<void> {
  await api(path, { method: 'PUT', body: settings });
  refetch(queryKey);
}
