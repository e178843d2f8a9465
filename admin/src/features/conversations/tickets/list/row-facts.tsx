import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Timer from '@mui/icons-material/TimerOutlined';
import { styled, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { waitingTime } from '../../../../conversation/model/dates';
import type { Ticket } from '../../../../conversation/model/types';
import { RowViewers } from '../../../../conversation/ui/presence/viewers';
import { useSessionUser } from '../../../../providers/session-user';
import { ColorDot } from '../../../../shared/color-dot';
import { ellipsis } from '../../../../shared/ellipsis';
import { textSize } from '../../../../shared/type-scale';
import { MINUTE_MS, useMinute } from '../../../../shared/use-minute';
import { AboveLink, Fact, LabelLine } from './row-styles';

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
  // bounds the text instead of the label: bounded labels would make their shorter neighbours shrink
  '& > span:last-child': { ...ellipsis, maxWidth: 104 },
}));

function ColorLabel({ name, color }: { name: string; color: string }) {
  return (
    <Label>
      <ColorDot color={color} size={7} />
      <span>{name}</span>
    </Label>
  );
}

function IconFact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <Fact role="img" aria-label={label}>
      {icon}
      <span>{children}</span>
    </Fact>
  );
}

function Waiting({ since }: { since: string }) {
  const translate = useTranslate();
  const time = waitingTime(since, useMinute() * MINUTE_MS);
  return (
    <IconFact icon={<Hourglass aria-hidden fontSize="mini" />} label={translate('list.waiting', { time })}>
      {time}
    </IconFact>
  );
}

/** The customer has not been answered within the target of the department. */
function Overdue({ due }: { due: string }) {
  const translate = useTranslate();
  const now = useMinute() * MINUTE_MS;
  if (Date.parse(due) > now) return null;
  const label = translate('list.overdue', { time: waitingTime(due, now) });
  return (
    <AboveLink>
      <Tooltip title={label}>
        <Fact role="img" aria-label={label} data-overdue sx={{ color: 'atende.danger' }}>
          <Timer aria-hidden fontSize="mini" />
        </Fact>
      </Tooltip>
    </AboveLink>
  );
}

function Assignee({ user: { id, name } }: { user: NonNullable<Ticket['user']> }) {
  const translate = useTranslate();
  const own = id === useSessionUser().id;
  return (
    <IconFact icon={<Person aria-hidden fontSize="mini" />} label={translate('list.assigned', { name })}>
      {own ? translate('workspace.you') : name.split(' ')[0]}
    </IconFact>
  );
}

const MAX_TAGS = 3;

export function RowFacts({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const { id, queue, tags, waitingSince, firstResponseDue, user, status, hit } = ticket;
  return (
    <>
      <LabelLine>
        {hit !== undefined && <Label>{translate(`list.status.${status}`)}</Label>}
        <ColorLabel name={queue?.name ?? translate('workspace.no_queue')} color={queue?.color ?? ''} />
        {tags.slice(0, MAX_TAGS).map((tag) => (
          <ColorLabel key={tag.id} name={tag.name} color={tag.color} />
        ))}
      </LabelLine>
      <RowViewers ticketId={id} />
      {firstResponseDue !== null && <Overdue due={firstResponseDue} />}
      {waitingSince !== null && <Waiting since={waitingSince} />}
      {user && <Assignee user={user} />}
    </>
  );
}
