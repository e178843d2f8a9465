import Close from '@mui/icons-material/Close';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { textSize } from '../../shared/type-scale';
import { drafts } from '../data/drafts';
import { type Takeover, takeoverOf, takeoverSince } from '../model/presence';
import type { Ticket } from '../model/types';
import { CopyDraft } from './removed-conversation';

/** A message may arrive shortly before the event that names who changed the assignment. */
const EVENT_GRACE_MS = 600;

const assignmentKey = ({ status, userId, queueId }: Ticket): string => [status, userId, queueId].join();

/** What a colleague did with the open conversation, until it is dismissed or the assignment changes again. */
function useTakeover(ticket: Ticket) {
  const { id: me } = useSessionUser();
  const [takeover, setTakeover] = useState<Takeover | null>(null);
  const assignment = assignmentKey(ticket);
  const explained = useRef(assignment);
  const previous = useRef(ticket);
  useSocketEvent('ticket', (event) => {
    if (event.action !== 'update' || event.ticket.id !== ticket.id) return;
    const moved = assignmentKey(event.ticket) !== explained.current;
    explained.current = assignmentKey(event.ticket);
    if (event.act || moved) setTakeover(takeoverOf(event.act, event.ticket, me));
  });
  const inferTakeover = useEffectEvent((before: Ticket) => {
    if (explained.current === assignment) return;
    explained.current = assignment;
    setTakeover(takeoverSince(before, ticket, me));
  });
  const current = useEffectEvent(() => ticket);
  // without the event, as after a gap, only the difference is known
  useEffect(() => {
    const before = previous.current;
    previous.current = current();
    if (explained.current === assignment) return undefined;
    const timer = window.setTimeout(() => inferTakeover(before), EVENT_GRACE_MS);
    return () => window.clearTimeout(timer);
  }, [assignment]);
  return { takeover, dismiss: () => setTakeover(null) };
}

/** Shows which colleague accepted, transferred or closed the open conversation. */
export function TakeoverBanner({ ticket, onPending }: { ticket: Ticket; onPending: () => void }) {
  const translate = useTranslate();
  const { takeover, dismiss } = useTakeover(ticket);
  if (!takeover) return <div role="status" />;
  const { what, by, to } = takeover;
  const draft = ticket.status === 'open' ? '' : drafts.get(ticket.uuid);
  const key = what === 'transferred' && to === '' ? 'transferred_away' : what;
  return (
    <div role="status">
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          px: { xs: 1.5, md: 2.25 },
          py: 1,
          bgcolor: 'atende.priSoft',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <SwapHoriz aria-hidden sx={{ color: 'primary.main' }} />
        <Box
          sx={{ flex: '1 1 200px', minWidth: 0, fontSize: textSize.small, fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {by === null
            ? translate(`collaboration.unknown.${what}`)
            : translate(`collaboration.act.${key}`, { name: by, to })}
          {draft !== '' && (
            <Box sx={{ fontSize: textSize.caption, fontWeight: 400, color: 'text.secondary' }}>
              {translate('collaboration.draft_kept')}
            </Box>
          )}
        </Box>
        {draft !== '' && <CopyDraft text={draft} />}
        {ticket.status === 'pending' && (
          <Button size="small" variant="outlined" onClick={onPending} sx={{ bgcolor: 'background.paper' }}>
            {translate('collaboration.see_pending')}
          </Button>
        )}
        <IconButton size="small" aria-label={translate('collaboration.dismiss')} onClick={dismiss}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
    </div>
  );
}
