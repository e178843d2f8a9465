import Close from '@mui/icons-material/Close';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Chip, IconButton, Link, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { fieldText } from '../../../schema/field-text';
import { useResources } from '../../../schema/resources';
import { Avatar } from '../../../shared/avatar';
import { ellipsis } from '../../../shared/ellipsis';
import { formatDateTime, formatPhone } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { textSize } from '../../../shared/type-scale';
import { get } from '../../data/api';
import { queryKeys } from '../../data/cache';
import { contactName } from '../../model/contact-name';
import { ratingLabel } from '../../model/message-content';
import type { Contact, Ticket } from '../../model/types';
import { NotesPanel } from '../notes/notes-panel';
import { ContactSchedules } from './contact-schedules';
import { ContactTickets } from './contact-tickets';
import { LoadError, sectionBorder } from './panel-section';

const RecordDialog = lazyComponent(() => import('../../../schema/record-dialog'));

const MIN_GROUP_LENGTH = 15;
const isGroupContact = ({ number, isGroup }: Contact) =>
  isGroup || (isPhoneNumber(number) && number.length >= MIN_GROUP_LENGTH);
/** Other contacts have an id of their channel. */
const isPhoneNumber = (number: string) => /^\d+$/.test(number);

function ContactCard({ contact, optedOut }: { contact: Contact; optedOut: boolean }) {
  const translate = useTranslate();
  const [editing, setEditing] = useState(false);
  const name = contactName(contact);
  const number = formatPhone(contact.number);
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5, textAlign: 'center' }}>
      <Avatar name={name} src={contact.profilePicUrl} size={76} seed={contact.id} />
      <Typography component="h2" sx={{ fontSize: textSize.title, fontWeight: 650, mt: 0.75, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {isGroupContact(contact) ? (
        <Typography sx={{ color: 'text.secondary' }}>{translate('workspace.group')}</Typography>
      ) : (
        <>
          {isPhoneNumber(contact.number) ? (
            <Link href={`tel:+${contact.number}`} aria-label={translate('workspace.contact.call', { number })}>
              {number}
            </Link>
          ) : (
            <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{number}</Typography>
          )}
          {optedOut && <Chip size="small" variant="outlined" label={translate('workspace.chat.no_campaigns')} />}
          <Button
            variant="outlined"
            size="small"
            startIcon={<Edit />}
            aria-label={translate('drawer.edit_of', { name })}
            onClick={() => setEditing(true)}
            sx={{ mt: 1 }}
          >
            {translate('drawer.edit')}
          </Button>
        </>
      )}
      {editing && <RecordDialog resource="contacts" id={contact.id} onClose={() => setEditing(false)} />}
    </Box>
  );
}

const DefinitionList = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: '7px 10px',
  margin: 0,
  '& dt': { color: theme.palette.text.secondary, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& dd': { margin: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& dd[data-word=true]': ellipsis,
}));

interface DetailsProps {
  title?: string;
  details: { id?: number; name: string; value: string | null | undefined }[];
}

/** Names and values; unknown values are left out. */
function Details({ title, details }: DetailsProps) {
  const known = details.filter(({ value }) => value);
  if (known.length === 0) return null;
  return (
    <Box sx={sectionBorder}>
      {title && (
        <Typography variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 1 }}>
          {title}
        </Typography>
      )}
      <DefinitionList>
        {known.map(({ id, name, value }) => (
          <div key={id ?? name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd title={value ?? undefined} data-word={!/\s/.test(value ?? '')}>
              {value}
            </dd>
          </div>
        ))}
      </DefinitionList>
    </Box>
  );
}

/** Fields of contacts that the panel shows elsewhere or not at all. */
const excludedFields = new Set(['name', 'number', 'email', 'extraInfo', 'tagIds', 'optedOut']);

const valueOf = (record: object | undefined, name: string): unknown => (record ? Reflect.get(record, name) : undefined);

interface ContactPanelProps {
  ticket: Ticket;
  onClose: () => void;
  onOpenTicket?: () => void;
}

export function ContactPanel({ ticket, onClose, onOpenTicket }: ContactPanelProps) {
  const translate = useTranslate();
  const { contact } = ticket;
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.contact(contact.id),
    queryFn: ({ signal }) => get<Schemas['ContactRecord']>(`/contacts/${contact.id}`, {}, signal),
  });
  const extraInfo = data?.extraInfo ?? [];
  const views = useResources().resource('contacts')?.form.edit ?? [];
  const furtherFields = views.filter(({ name }) => !excludedFields.has(name));
  return (
    <Box
      component="aside"
      aria-label={translate('workspace.contact.title')}
      sx={{
        position: 'relative',
        width: 320,
        maxWidth: '100vw',
        height: '100%',
        boxSizing: 'border-box',
        overflowY: 'auto',
        p: 2.5,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.75,
        fontSize: textSize.small,
        bgcolor: 'background.paper',
      }}
    >
      <IconButton
        size="small"
        aria-label={translate('workspace.chat.close_contact')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 10, right: 10 }}
      >
        <Close fontSize="small" />
      </IconButton>
      <ContactCard key={contact.id} contact={contact} optedOut={data?.optedOut === true} />
      {isError && !data && <LoadError text={translate('drawer.failed')} onRetry={() => void refetch()} />}
      <Details
        details={[
          { name: translate('workspace.contact.username'), value: data?.username && `@${data.username}` },
          { name: translate('workspace.contact.email'), value: data?.email ?? contact.email },
          ...furtherFields.map((view) => ({ name: view.label, value: fieldText(view, valueOf(data, view.name)) })),
          { name: translate('workspace.contact.connection'), value: ticket.whatsapp?.name },
          { name: translate('workspace.contact.queue'), value: ticket.queue?.name },
          { name: translate('workspace.contact.protocol'), value: String(ticket.code) },
          { name: translate('workspace.contact.since'), value: formatDateTime(ticket.createdAt) },
          { name: translate('collaboration.rating'), value: ticket.rating && ratingLabel(ticket.rating, translate) },
        ]}
      />
      <NotesPanel key={ticket.uuid} ticket={ticket} />
      <ContactSchedules key={`schedules-${ticket.uuid}`} ticket={ticket} />
      <ContactTickets key={`tickets-${ticket.uuid}`} ticket={ticket} onOpen={onOpenTicket} />
      {extraInfo.length > 0 && <Details title={translate('workspace.contact.extra')} details={extraInfo} />}
    </Box>
  );
}
