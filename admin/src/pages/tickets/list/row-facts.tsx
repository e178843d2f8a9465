import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { useCurrentUser } from '../../../conversation/data/use-current-user';
import { waitingTime } from '../../../conversation/model/dates';
import type { Ticket } from '../../../conversation/model/types';
import { RowViewers } from '../../../conversation/presence/viewers';
import { ColorDot } from '../../../shared/color-dot';
import { textSize } from '../../../shared/type-scale';
import { useMinute } from '../../../shared/use-minute';
import { Fact, LabelLine } from './row-styles';

const Label = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minWidth: 0,
  padding: '1px 7px',
  borderRadius: 6,
  fontSize: textSize.micro,
  fontWeight: 600,
  lineHeight: '17px',
  color: theme.palette.text.secondary,
  background: theme.palette.background.default,
  // the text is bounded, not the label: bounded labels would leave the shrinking to their shorter neighbours
  '& > span:last-child': { maxWidth: 104, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

/** A department or a tag: its colour as a dot, its name beside it. */
export function ColorLabel({ name, color }: { name: string; color: string }) {
  return (
    <Label>
      <ColorDot color={color} size={7} />
      <span>{name}</span>
    </Label>
  );
}

const LABELS = 3;

function Labels({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  return (
    <LabelLine>
      <ColorLabel name={ticket.queue?.name ?? translate('workspace.no_queue')} color={ticket.queue?.color ?? ''} />
      {ticket.tags.slice(0, LABELS).map((tag) => (
        <ColorLabel key={tag.id} name={tag.name} color={tag.color} />
      ))}
    </LabelLine>
  );
}

function Waiting({ since }: { since: string }) {
  const translate = useTranslate();
  const time = waitingTime(since, useMinute() * 60_000);
  const label = translate('list.waiting', { time });
  return (
    <Fact role="img" aria-label={label}>
      <Hourglass aria-hidden fontSize="mini" />
      <span>{time}</span>
    </Fact>
  );
}

function Assignee({ user }: { user: NonNullable<Ticket['user']> }) {
  const translate = useTranslate();
  const own = user.id === useCurrentUser().id;
  const label = translate('list.assigned', { name: user.name });
  return (
    <Fact role="img" aria-label={label}>
      <Person aria-hidden fontSize="mini" />
      <span>{own ? translate('workspace.you') : user.name.split(' ')[0]}</span>
    </Fact>
  );
}

/** Department and tags; who has the conversation, or how long it has waited; who looks at it now. */
export function RowFacts({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <Labels ticket={ticket} />
      <RowViewers ticketId={ticket.id} />
      {ticket.waitingSince !== null && <Waiting since={ticket.waitingSince} />}
      {ticket.user && <Assignee user={ticket.user} />}
    </>
  );
}
