import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../shared/empty-state';
import { textSize } from '../../shared/type-scale';
import { useCopyText } from '../../shared/use-copy-text';
import { drafts } from '../data/drafts';
import type { RemovedTicket } from '../data/use-ticket';
import { contactName } from '../model/contact-name';

/** Copies the unsent draft of a conversation that can no longer be written in. */
export function CopyDraft({ text }: { text: string }) {
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

function KeptDraft({ text }: { text: string }) {
  const translate = useTranslate();
  return (
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
        {text}
      </Box>
    </Box>
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
            {draft !== '' && <KeptDraft text={draft} />}
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
