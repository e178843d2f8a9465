import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { seenAnnouncements, usePreference } from '../../providers/preferences';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';

export type Announcement = Schemas['AnnouncementRecord'];

const queryKey = ['announcements-shown'] as const;

/** The announcements that the user's company sees now, the most important and newest first. */
export function useAnnouncements() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api<Announcement[]>('/announcements/list', { signal }),
  });
}

/** Refetches announcements after socket events. Mounted once. */
export function useLiveAnnouncements(): void {
  const client = useQueryClient();
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey }), [client]);
  useSocketEvent('announcement', refetch);
  useEffect(() => onResync(refetch), [refetch]);
}

/** The announcements that the user has not seen in this browser. */
export function useUnseenAnnouncements() {
  const { id } = useSessionUser();
  const { data } = useAnnouncements();
  const preference = useMemo(() => seenAnnouncements(id), [id]);
  const [stored, store] = usePreference(preference);
  return useMemo(() => {
    const seen = new Set(stored.split(',').map(Number));
    const shown = data?.map((one) => one.id) ?? [];
    return {
      unseen: new Set(shown.filter((one) => !seen.has(one))),
      /** Drops announcements that are no longer shown, so that the list stays short. */
      see(ids: Iterable<number>) {
        const all = new Set([...seen, ...ids]);
        store(shown.filter((one) => all.has(one)).join(','));
      },
    };
  }, [data, stored, store]);
}
