import Visibility from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import type { Ticket } from '../model/types';
import { Above, AcceptButton } from './row-styles';

interface ActionProps {
  ticket: Ticket;
  /** Of the contact. */
  name: string;
}

/** Reads a conversation without entering it. */
export function Peek({ ticket, name, onPeek }: ActionProps & { onPeek: (ticket: Ticket) => void }) {
  const translate = useTranslate();
  const label = translate('workspace.list.peek_of', { name });
  return (
    <Above>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={() => onPeek(ticket)} sx={{ p: '3px', my: '-3px' }}>
          <Visibility fontSize="small" />
        </IconButton>
      </Tooltip>
    </Above>
  );
}

interface AcceptProps extends ActionProps {
  accepting: boolean;
  onAccept: (ticket: Ticket) => void;
}

export function Accept({ ticket, name, accepting, onAccept }: AcceptProps) {
  const translate = useTranslate();
  return (
    <Above>
      <AcceptButton
        size="small"
        loading={accepting}
        data-row-focus
        aria-label={translate('workspace.list.accept_of', { name })}
        onClick={() => onAccept(ticket)}
      >
        {translate('workspace.list.accept')}
      </AcceptButton>
    </Above>
  );
}
