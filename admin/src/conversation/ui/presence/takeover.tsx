import Close from '@mui/icons-material/Close';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import { Box, Button, IconButton } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../../providers/realtime';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';
import { textSize } from '../../../shared/type-scale';
import { useCopyText } from '../../../shared/use-copy-text';
import { drafts } from '../../data/drafts';
import type { RemovedTicket } from '../../data/use-ticket';
import { contactName } from '../../model/contact-name';
import { type Takeover, takeoverOf, takeoverSince } from '../../model/presence';
import type { Ticket } from '../../model/types';

/** Copies the unsent draft of a conversation that can no longer be written in. */
function CopyDraft({ text }: { text: string }) {
  const translate = useTranslate();
  const copy = useCopyText();
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<ContentCopy />}
      onClick={() => void copy(text)}
      sx={{ bgcolor: 'background.paper' }}
    >
      {translate('collaboration.copy_draft')}
    </Button>
  );
}

/** Replaces a conversation that a colleague's action made invisible while it was open; the draft can be copied. */
export function RemovedConversation({ removed, onPending }: { removed: RemovedTicket; onPending: () => void }) {
  const translate = useTranslate();
  const { ticket, action } = removed;
  const draft = drafts.get(ticket.uuid);
  const gone = translate('workspace.chat.gone');
  const name = contactName(ticket.contact);
  return (
    <Box
      role="status"
      data-lost={ticket.uuid}
      sx={{ height: '100%', minWidth: 0, display: 'grid', bgcolor: 'atende.chat', overflowY: 'auto' }}
    >
      <EmptyState
        icon={<SwapHoriz />}
        title={action ? translate(`collaboration.lost.${action.what}`, { name: action.by.name, contact: name }) : gone}
        message={action ? gone : name}
        action={
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, width: '100%' }}>
            {draft !== '' && (
              <Box sx={{ width: 'min(440px, 100%)', mt: 1, textAlign: 'left' }}>
                <Box sx={{ mb: 0.5, fontSize: textSize.caption, color: 'text.secondary' }}>
                  {translate('collaboration.draft_kept')}
                </Box>
                <Box
                  component="blockquote"
                  tabIndex={0}
                  aria-label={translate('collaboration.draft')}
                  sx={{
                    m: 0,
                    p: 1.5,
                    maxHeight: 160,
                    overflowY: 'auto',
                    borderRadius: '10px',
                    border: 1,
                    borderColor: 'divider',
                    bgcolor: 'background.paper',
                    whiteSpace: 'pre-wrap',
                    overflowWrap: 'anywhere',
                  }}
                >
                  {draft}
                </Box>
              </Box>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
              {draft !== '' && <CopyDraft text={draft} />}
              <Button size="small" variant="contained" onClick={onPending}>
                {translate('collaboration.see_pending')}
              </Button>
            </Box>
          </Box>
        }
      />
    </Box>
  );
}

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
