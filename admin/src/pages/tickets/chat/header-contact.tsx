import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { dotted, FittingLine } from '../../../shared/fitting-line';
import { formatCode } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { contactName } from '../list/ticket-name';
import type { Ticket } from '../model/types';

/** 'Comercial', 'com Beatriz', 'protocolo 20 481' */
function useTicketFacts(ticket: Ticket): string[] {
  const translate = useTranslate();
  return [
    ticket.queue?.name ?? translate('workspace.no_queue'),
    ticket.user
      ? translate('workspace.chat.with', { name: ticket.user.name })
      : ticket.status === 'pending' && translate('workspace.chat.waiting'),
    translate('workspace.chat.protocol', { code: formatCode(ticket.code) }),
  ].filter((fact) => fact !== false);
}

interface HeaderContactProps {
  ticket: Ticket;
  /** Absent: nothing to open. */
  onClick?: () => void;
  expanded?: boolean;
  /** They are writing at this moment. */
  typing?: boolean;
}

/** Who the conversation is with; a click shows what is known of them. */
export function HeaderContact({ ticket, onClick, expanded, typing = false }: HeaderContactProps) {
  const translate = useTranslate();
  const facts = useTicketFacts(ticket);
  const name = contactName(ticket.contact);
  const content = (
    <>
      <Avatar name={name} src={ticket.contact.profilePicUrl} size={40} seed={ticket.contactId} />
      <Box sx={{ flex: 1, minWidth: 0, textAlign: 'left' }}>
        <Typography
          component="h2"
          noWrap
          title={name}
          sx={{ fontSize: textSize.title, fontWeight: 650, lineHeight: 1.35 }}
        >
          {name}
        </Typography>
        <Typography
          component="p"
          title={facts.join(' · ')}
          sx={{ fontSize: textSize.caption, color: typing ? 'atende.ok' : 'text.secondary' }}
        >
          <FittingLine parts={typing ? [translate('together.customer_typing')] : dotted(facts)} />
        </Typography>
      </Box>
    </>
  );
  const sx = { display: 'flex', alignItems: 'center', gap: 1.5, flex: 1, minWidth: 0 };
  if (!onClick) return <Box sx={sx}>{content}</Box>;
  return (
    <ButtonBase
      onClick={onClick}
      aria-expanded={expanded}
      title={translate(expanded ? 'workspace.chat.close_contact' : 'workspace.chat.open_contact')}
      sx={{
        ...sx,
        justifyContent: 'flex-start',
        borderRadius: '10px',
        py: 0.75,
        px: 0.75,
        mx: -0.75,
        '&:hover': { bgcolor: 'atende.hover' },
      }}
    >
      {content}
    </ButtonBase>
  );
}
