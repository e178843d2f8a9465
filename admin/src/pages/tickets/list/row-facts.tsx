import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import { useTranslate } from 'react-admin';
import { useMinute } from '../../../shared/use-minute';
import { useViewer } from '../data/use-viewer';
import type { Ticket } from '../model/types';
import { RowViewers } from '../together/row-viewers';
import { DotLabel } from './dot-label';
import { Fact, LabelLine } from './row-styles';
import { waitingTime } from './waiting';

const LABELS = 3;

function Labels({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  return (
    <LabelLine>
      <DotLabel name={ticket.queue?.name ?? translate('workspace.no_queue')} color={ticket.queue?.color ?? ''} />
      {ticket.tags.slice(0, LABELS).map((tag) => (
        <DotLabel key={tag.id} name={tag.name} color={tag.color} />
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
  const own = user.id === useViewer().id;
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
