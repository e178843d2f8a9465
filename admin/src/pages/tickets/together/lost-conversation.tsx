import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../../shared/empty-state';
import { textSize } from '../../../shared/type-scale';
import { drafts } from '../data/drafts';
import type { LostTicket } from '../data/use-ticket';
import { contactName } from '../list/ticket-name';
import { CopyDraft } from './copy-draft';

function Draft({ text }: { text: string }) {
  const translate = useTranslate();
  return (
    <Box sx={{ width: 'min(440px, 100%)', mt: 1, textAlign: 'left' }}>
      <Box sx={{ mb: 0.5, fontSize: textSize.caption, color: 'text.secondary' }}>
        {translate('together.draft_kept')}
      </Box>
      <Box
        component="blockquote"
        tabIndex={0}
        aria-label={translate('together.draft')}
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
        {text}
      </Box>
    </Box>
  );
}

/** In place of a conversation that somebody else's act took away while it was open: whose, and what was being written. */
export function LostConversation({ lost: { ticket, act }, onPending }: { lost: LostTicket; onPending: () => void }) {
  const translate = useTranslate();
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
        title={act ? translate(`together.lost.${act.what}`, { name: act.by.name, contact: name }) : gone}
        message={act ? gone : name}
        action={
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, width: '100%' }}>
            {draft !== '' && <Draft text={draft} />}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
              {draft !== '' && <CopyDraft text={draft} />}
              <Button size="small" variant="contained" onClick={onPending}>
                {translate('together.see_pending')}
              </Button>
            </Box>
          </Box>
        }
      />
    </Box>
  );
}
