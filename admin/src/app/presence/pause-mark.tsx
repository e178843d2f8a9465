import Coffee from '@mui/icons-material/LocalCafeOutlined';
import { Box, Button, Tooltip } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { mergeEvent } from '../../schema/use-live';
import { useNotifyError } from '../../shared/error-text';
import { formatDateTime, formatTime } from '../../shared/format';

type Pause = Schemas['Pause'];

const path = '/users/me/presence';
const noPause: Pause = { pausedSince: null, pauseReason: null };
const useKey = () => ['presence', useSessionUser().id] as const;

/** The user's own break and its setter. */
export function useOwnPause() {
  const client = useQueryClient();
  const key = useKey();
  const { data = noPause } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Pause>(path, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { paused: boolean; reason?: string | null }) => api<Pause>(path, { method: 'PUT', body }),
    onSuccess: (pause) => client.setQueryData(key, pause),
    onError: useNotifyError(),
  });
  return { ...data, paused: data.pausedSince !== null, busy: isPending, set: mutate };
}

/** Updates the user's break and the presence in lists of users by socket events. Mounted once. */
function useLivePresence(): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  useSocketEvent('presence', (event) => {
    mergeEvent(client, { path: 'users' }, event);
    const { user } = event;
    if (user?.id !== id || user.pausedSince === undefined) return;
    const { pausedSince, pauseReason = null } = user;
    client.setQueryData<Pause>(['presence', id], { pausedSince, pauseReason });
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['presence'] })), [client]);
}

const isToday = (moment: string) => new Date(moment).toDateString() === new Date().toDateString();

/** Shown in the top bar while the user is on a break; a click ends it. */
export function PauseMark() {
  const translate = useTranslate();
  const { pausedSince, pauseReason, busy, set } = useOwnPause();
  const { support } = useSessionUser();
  useLivePresence();
  // support is refused the change
  if (!pausedSince || support) return null;
  const time = isToday(pausedSince) ? formatTime(pausedSince) : formatDateTime(pausedSince);
  const description = [pauseReason ?? translate('presence.pause'), translate('presence.since', { time })].join(' · ');
  const end = translate('presence.end');
  return (
    <Tooltip title={`${description}. ${end}`}>
      <Button
        size="small"
        variant="outlined"
        loading={busy}
        aria-label={`${translate('presence.pause')}. ${description}. ${end}`}
        onClick={() => set({ paused: false })}
        sx={{
          flex: 'none',
          minWidth: 0,
          px: 1.25,
          gap: 0.75,
          color: 'atende.warn',
          borderColor: 'atende.noteLine',
          bgcolor: 'atende.note',
        }}
      >
        <Coffee fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {translate('presence.pause')}
        </Box>
      </Button>
    </Tooltip>
  );
}
