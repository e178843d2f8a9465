import Forum from '@mui/icons-material/ForumOutlined';
import { Chip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { get } from '../../data/api';
import { queryKeys } from '../../data/cache';
import { contactName } from '../../model/contact-name';
import type { Ticket } from '../../model/types';

const MINUTE_MS = 60_000;

/** The ticket that an address of this site opens. */
export function linkedTicket(href: string): string | null {
  const { origin, pathname } = new URL(href, window.location.origin);
  if (origin !== window.location.origin) return null;
  return /^\/tickets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(pathname)?.[1] ?? null;
}

/** Leads to a conversation with a customer; for readers who may not see it, the address as it was written. */
export function TicketChip({ uuid, children }: { uuid: string; children: ReactElement }) {
  const { data } = useQuery<Ticket>({
    queryKey: [...queryKeys.ticket(uuid), 'chip'],
    queryFn: ({ signal }) => get(`/tickets/u/${uuid}`, {}, signal),
    staleTime: MINUTE_MS,
    retry: false,
  });
  if (!data) return children;
  return (
    <Chip
      clickable
      size="small"
      variant="outlined"
      color="primary"
      icon={<Forum />}
      component={Link}
      to={`/tickets/${uuid}`}
      label={contactName(data.contact)}
      sx={{ maxWidth: '100%', bgcolor: 'background.paper' }}
    />
  );
}
