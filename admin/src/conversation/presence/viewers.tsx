import Visibility from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Answer } from '../../providers/api-types';
import { onJoined, useSocketEvent, useSocketStatus } from '../../providers/realtime';
import { Avatar } from '../../shared/avatar';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';
import { get } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { otherViewers, type TicketViewers, type Viewer, type ViewersByTicket, withViewers } from '../model/presence';

/** Events during a request, whose response may be older. */
let eventsWhileLoading: TicketViewers[] = [];
let pendingLoads = 0;

async function loadViewers(signal: AbortSignal): Promise<ViewersByTicket> {
  pendingLoads += 1;
  try {
    const { tickets } = await get<Answer<'TicketsController_viewed'>>('/tickets/viewers', {}, signal);
    const viewed = Object.fromEntries(tickets.map(({ ticketId, viewers }) => [ticketId, viewers]));
    return eventsWhileLoading.reduce(withViewers, viewed);
  } finally {
    pendingLoads -= 1;
    if (pendingLoads === 0) eventsWhileLoading = [];
  }
}

const viewersQuery = {
  queryKey: queryKeys.viewers,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadViewers(signal),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Mounted once. */
export function useLiveViewers(): void {
  const client = useQueryClient();
  useQuery(viewersQuery);
  useSocketEvent('viewers', (event) => {
    if (pendingLoads > 0) eventsWhileLoading.push(event);
    client.setQueryData<ViewersByTicket>(queryKeys.viewers, (viewed) => viewed && withViewers(viewed, event));
  });
  useEffect(
    () => onJoined('Notification', () => void client.invalidateQueries({ queryKey: queryKeys.viewers })),
    [client],
  );
}

const nobody: Viewer[] = [];

/** Empty while no events arrive. */
export function useOtherViewers(ticketId: number): Viewer[] {
  const { id: me } = useCurrentUser();
  const live = useSocketStatus() === 'ready';
  const { data = nobody } = useQuery({
    ...viewersQuery,
    enabled: false,
    select: (viewed) => otherViewers(viewed[ticketId], me),
  });
  return live ? data : nobody;
}

const MAX_ROW_FACES = 2;

export function RowViewers({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const all = useOtherViewers(ticketId);
  if (all.length === 0) return null;
  const text = translate('collaboration.looking', {
    smart_count: all.length,
    names: all.map(({ name }) => name).join(', '),
  });
  return (
    <Tooltip title={text}>
      <Box role="img" aria-label={text} sx={{ position: 'relative', zIndex: 1, display: 'flex', flex: 'none' }}>
        {all.slice(0, MAX_ROW_FACES).map(({ id, name, peeking }, index) => (
          <Box key={id} sx={{ borderRadius: '50%', opacity: peeking ? 0.6 : 1, ml: index === 0 ? 0 : -0.75 }}>
            <Avatar name={name} size={18} seed={id} />
          </Box>
        ))}
      </Box>
    </Tooltip>
  );
}

const MAX_FACES = 3;
/** On a phone one avatar with the number of viewers. */
const narrowCount = {
  '@container chat (min-width: 440.1px)': { display: 'none' },
  position: 'absolute',
  right: -3,
  top: -3,
  minWidth: 16,
  borderRadius: '8px',
  fontSize: textSize.micro,
  fontWeight: 700,
  lineHeight: '16px',
  textAlign: 'center',
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
} as const;

function useViewerLabel(): (viewer: Viewer) => string {
  const translate = useTranslate();
  return ({ name, peeking, typing }) =>
    translate(`collaboration.${typing ? 'typing' : peeking ? 'peeking' : 'viewing'}`, { name });
}

function ViewerAvatar({ viewer, first }: { viewer: Viewer; first: boolean }) {
  return (
    <Box
      sx={{
        position: 'relative',
        borderRadius: '50%',
        border: 2,
        borderColor: viewer.typing ? 'primary.main' : 'background.paper',
        ...(first ? {} : { ml: -1, '@container chat (max-width: 440px)': { display: 'none' } }),
      }}
    >
      <Avatar name={viewer.name} size={26} seed={viewer.id} />
      {viewer.peeking && (
        <Box
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            right: -5,
            bottom: -4,
            display: 'flex',
            p: '1px',
            borderRadius: '50%',
            bgcolor: 'background.paper',
            color: 'atende.warn',
          }}
        >
          <Visibility fontSize="mini" />
        </Box>
      )}
    </Box>
  );
}

export function ChatViewers({ ticketId }: { ticketId: number }) {
  const words = useViewerLabel();
  const all = useOtherViewers(ticketId);
  const more = all.length - MAX_FACES;
  const lines = all.map(words);
  return (
    <>
      <Spoken>
        <span role="status">{lines.join('. ')}</span>
      </Spoken>
      {all.length > 0 && (
        <Tooltip title={<span style={{ whiteSpace: 'pre-line' }}>{lines.join('\n')}</span>}>
          <Box
            aria-hidden
            data-viewers={all.length}
            sx={{ position: 'relative', display: 'flex', alignItems: 'center', flex: 'none' }}
          >
            {all.slice(0, MAX_FACES).map((viewer, index) => (
              <ViewerAvatar key={viewer.id} viewer={viewer} first={index === 0} />
            ))}
            {more > 0 && (
              <Box
                component="span"
                sx={{
                  ml: 0.5,
                  fontSize: textSize.caption,
                  fontWeight: 600,
                  color: 'text.secondary',
                  '@container chat (max-width: 440px)': { display: 'none' },
                }}
              >
                +{more}
              </Box>
            )}
            {all.length > 1 && <Box sx={narrowCount}>{all.length}</Box>}
          </Box>
        </Tooltip>
      )}
    </>
  );
}
