import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale } from 'react-admin';
import type { ListPage, Schemas } from '../../../../providers/api-types';
import { api } from '../../../../providers/http';
import { onResync, useSocketEvent } from '../../../../providers/realtime';
import { useAddressFilters } from '../../../../shared/use-address-filters';

export type Report = Schemas['CampaignReport'];
export type CampaignRecipient = Schemas['CampaignRecipient'];

export const filterNames = ['status', 'errorCode', 'message', 'searchParam'] as const;
export type RecipientFilters = Partial<Record<(typeof filterNames)[number], string>>;

/** In case an event is lost. */
const POLL_MS = 15_000;
/** Events come once a second; the pages of recipients that were loaded may be many. */
const RECIPIENTS_MS = 5000;
const keyOf = (id: string) => ['campaigns', 'report', id] as const;

/** The figures of a campaign and its recipients, refetched by its events. */
export function useCampaignReport(id: string) {
  const locale = useLocale();
  const client = useQueryClient();
  const { filters, change } = useAddressFilters(filterNames);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: keyOf(id) })), [client, id]);
  const report = useQuery({
    queryKey: [...keyOf(id), 'figures', locale],
    queryFn: ({ signal }) => api<Report>(`/campaigns/${id}/report`, { signal }),
    refetchInterval: ({ state }) => (state.data?.campaign.status === 'EM_ANDAMENTO' ? POLL_MS : false),
  });
  const running = report.data?.campaign.status === 'EM_ANDAMENTO';
  useSocketEvent('campaign', (event) => {
    if (event.campaign?.id !== Number(id)) return;
    const ends = event.campaign.status !== 'EM_ANDAMENTO';
    void client.invalidateQueries({ queryKey: ends ? keyOf(id) : [...keyOf(id), 'figures'] });
  });
  const query = new URLSearchParams(filters).toString();
  const recipients = useInfiniteQuery({
    queryKey: [...keyOf(id), 'recipients', locale, query],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : '';
      return api<ListPage<'CampaignsController_recipients'>>(`/campaigns/${id}/recipients?${query}${cursor}`, {
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: running && RECIPIENTS_MS,
  });
  return { report, recipients, filters, change, query };
}
