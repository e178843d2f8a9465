import { Box, Button, Skeleton, styled } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ColorDot } from '../../../shared/color-dot';
import { ellipsis } from '../../../shared/ellipsis';
import { formatCode, formatDate } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { useContactTickets } from '../../data/use-contact-tickets';
import { useTicketNavigation } from '../../data/use-ticket-navigation';
import type { Ticket } from '../../model/types';
import { LoadError, PanelSection } from './panel-section';

const INITIAL_TICKETS = 5;

const TicketLink = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '1px 10px',
  padding: '6px 8px',
  margin: '0 -8px',
  borderRadius: 10,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover, &:focus-visible': { background: theme.palette.atende.hover },
  '& > *': ellipsis,
  '& > b': { fontWeight: 500, '&::first-letter': { textTransform: 'uppercase' } },
  '& > time, & > span': { fontSize: textSize.caption, lineHeight: '19px', color: theme.palette.text.secondary },
}));

/** The other conversations with the contact: date, queue, attendant and status, as links. */
export function ContactTickets({ ticket, onOpen }: { ticket: Ticket; onOpen?: () => void }) {
  const translate = useTranslate();
  const { listSearch } = useTicketNavigation();
  const [all, setAll] = useState(false);
  const { tickets, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useContactTickets(ticket);
  if (tickets?.length === 0) return null;
  const shown = all ? tickets : tickets?.slice(0, INITIAL_TICKETS);
  const more = (tickets && shown && tickets.length > shown.length) || hasNextPage;
  const title = tickets?.some(({ id }) => id > ticket.id) ? 'drawer.tickets.others' : 'drawer.tickets.title';
  return (
    <PanelSection title={translate(title)} gap={0.5}>
      {shown && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {shown.map(({ id, uuid, code, queue, user, status, createdAt }) => (
            <li key={id}>
              <TicketLink to={{ pathname: `/tickets/${uuid}`, search: listSearch }} onClick={onOpen}>
                <b>{translate('workspace.chat.protocol', { code: formatCode(code) })}</b>
                <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                <span>
                  <ColorDot color={queue?.color} /> {queue?.name ?? translate('workspace.no_queue')}
                  {user && ` · ${user.name}`}
                </span>
                <span>{translate(`drawer.tickets.${status}`)}</span>
              </TicketLink>
            </li>
          ))}
        </Box>
      )}
      {more && (
        <Button
          size="small"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => (all ? void fetchNextPage() : setAll(true))}
        >
          {translate('drawer.tickets.more')}
        </Button>
      )}
      {isPending && <Skeleton variant="rounded" height={48} aria-label={translate('drawer.tickets.loading')} />}
      {isError && !tickets && <LoadError text={translate('drawer.tickets.failed')} onRetry={() => void refetch()} />}
    </PanelSection>
  );
}
