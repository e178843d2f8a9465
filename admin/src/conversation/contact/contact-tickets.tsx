import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useSocketEvent } from '../../providers/realtime';
import { ColorDot } from '../../shared/color-dot';
import { formatCode, formatDate } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { fetchContactTickets } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import type { Ticket } from '../model/types';
import { LoadError } from './load-error';

/** The other conversations with the contact of this one, kept in step with events. */
export function useContactTickets({ id, contactId }: Ticket) {
  const client = useQueryClient();
  const queryKey = queryKeys.contactTickets(contactId);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchContactTickets(contactId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : null),
  });
  const all = query.data?.pages.flatMap(({ tickets }) => tickets);
  useSocketEvent('ticket', (event) => {
    const concerned =
      event.action === 'update'
        ? event.ticket.contactId === contactId
        : all?.some((ticket) => ticket.id === event.ticketId);
    if (concerned && event.action !== 'updateUnread') void client.invalidateQueries({ queryKey });
  });
  return { ...query, tickets: all?.filter((ticket) => ticket.id !== id) };
}

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
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > b': { fontWeight: 500, '&::first-letter': { textTransform: 'uppercase' } },
  '& > time, & > span': { fontSize: textSize.caption, lineHeight: '19px', color: theme.palette.text.secondary },
}));

function ContactTicket({ ticket, onOpen }: { ticket: Ticket; onOpen?: () => void }) {
  const translate = useTranslate();
  const { listSearch } = useTicketNavigation();
  const { uuid, code, queue, user, status, createdAt } = ticket;
  return (
    <TicketLink to={{ pathname: `/tickets/${uuid}`, search: listSearch }} onClick={onOpen}>
      <b>{translate('workspace.chat.protocol', { code: formatCode(code) })}</b>
      <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      <span>
        <ColorDot color={queue?.color} /> {queue?.name ?? translate('workspace.no_queue')}
        {user && ` · ${user.name}`}
      </span>
      <span>{translate(`drawer.tickets.${status}`)}</span>
    </TicketLink>
  );
}

interface ContactTicketsProps {
  ticket: Ticket;
  /** Another one is opened. */
  onOpen?: () => void;
}

/** The other conversations with the contact: when, which department, with whom, how it stands; a click opens it. */
export function ContactTickets({ ticket, onOpen }: ContactTicketsProps) {
  const translate = useTranslate();
  const titleId = useId();
  const [all, setAll] = useState(false);
  const { tickets, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useContactTickets(ticket);
  if (tickets?.length === 0) return null;
  const shown = all ? tickets : tickets?.slice(0, INITIAL_TICKETS);
  const more = (tickets && shown && tickets.length > shown.length) || hasNextPage;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ pt: 1.75, borderTop: 1, borderColor: 'divider' }}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 0.5 }}>
        {translate(tickets?.some(({ id }) => id > ticket.id) ? 'drawer.tickets.others' : 'drawer.tickets.title')}
      </Typography>
      {shown && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {shown.map((each) => (
            <li key={each.id}>
              <ContactTicket ticket={each} onOpen={onOpen} />
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
    </Box>
  );
}
