import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Person from '@mui/icons-material/PersonOutlined';
import { Box, styled } from '@mui/material';
import { type CSSProperties, type MouseEvent, type Ref, useState } from 'react';
import { useTranslate } from 'react-admin';
import { contactName } from '../../../conversation/model/contact-name';
import { shortDateTime, waitingTime } from '../../../conversation/model/dates';
import { MediaKindIcon, previewText } from '../../../conversation/ui/messages/message-preview';
import { useSessionUser } from '../../../providers/session-user';
import { Avatar } from '../../../shared/avatar';
import { ColorDot } from '../../../shared/color-dot';
import { CountPill } from '../../../shared/count-pill';
import { ellipsis } from '../../../shared/ellipsis';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { MINUTE_MS, useMinute } from '../../../shared/use-minute';
import type { Card, LaneTag } from './board-state';
import { CardMenu, type CardMoves } from './card-menu';

/** All cards have the same height, so that long lanes need not measure them. */
export const CARD_PX = 116;
export const CARD_GAP_PX = 8;

/** A drop ends with its transition, which the theme takes away from everything where less motion is wanted. */
export const dropTransition = {
  '@media (prefers-reduced-motion: reduce)': { '&[data-dropping=true]': { transition: 'transform 1ms !important' } },
};

export const cardSelector = (id: number) => `main [data-card="${id}"]`;

const Frame = styled('div', { shouldForwardProp: (name) => name !== 'lifted' && name !== 'current' })<{
  lifted: boolean;
  current: boolean;
}>(({ theme, lifted, current }) => ({
  boxSizing: 'border-box',
  height: CARD_PX,
  marginBottom: CARD_GAP_PX,
  padding: '9px 10px 8px',
  display: 'flex',
  flexDirection: 'column',
  gap: 5,
  borderRadius: 10,
  border: `1px solid ${current ? theme.palette.primary.main : theme.palette.divider}`,
  background: theme.palette.background.paper,
  boxShadow: lifted ? '0 12px 32px -12px rgba(8, 15, 28, 0.45)' : undefined,
  cursor: lifted ? 'grabbing' : 'pointer',
  ...dropTransition,
  WebkitTouchCallout: 'none',
  userSelect: 'none',
  '&:hover': { borderColor: current ? theme.palette.primary.main : theme.palette.atende.fieldLine },
}));

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 });

const Excerpt = styled('div')<{ 'data-unread': boolean }>(({ theme }) => ({
  flex: 'none',
  marginBottom: 'auto',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.palette.text.secondary,
  '&[data-unread=true]': { color: theme.palette.text.primary, fontWeight: 500 },
  '& svg': { verticalAlign: 'text-bottom', marginRight: 4 },
}));

const Fact = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  flex: 'none',
  maxWidth: 110,
  fontSize: textSize.micro,
  color: theme.palette.atende.faint,
  '& > span:last-child': ellipsis,
}));

/** Since when it waits for an attendant, else when its last message was written. */
function Age({ card }: { card: Card }) {
  const translate = useTranslate();
  const now = useMinute() * MINUTE_MS;
  if (card.waitingSince === null)
    return (
      <Fact>
        <time dateTime={card.lastMessageAt}>{shortDateTime(card.lastMessageAt, translate)}</time>
      </Fact>
    );
  const time = waitingTime(card.waitingSince, now);
  return (
    <Fact role="img" aria-label={translate('list.waiting', { time })}>
      <Hourglass aria-hidden fontSize="mini" />
      <span>{time}</span>
    </Fact>
  );
}

function Attendant({ user }: { user: NonNullable<Card['user']> }) {
  const translate = useTranslate();
  const own = user.id === useSessionUser().id;
  return (
    <Fact role="img" aria-label={translate('list.assigned', { name: user.name })} sx={{ ml: 'auto' }}>
      <Person aria-hidden fontSize="mini" />
      <span>{own ? translate('workspace.you') : user.name.split(' ')[0]}</span>
    </Fact>
  );
}

const MAX_TAGS = 4;

function Tags({ tags }: { tags: readonly LaneTag[] }) {
  const shown = tags.slice(0, MAX_TAGS);
  if (shown.length === 0) return null;
  return (
    <Fact
      role="img"
      aria-label={tags.map(({ name }) => name).join(', ')}
      title={tags.map(({ name }) => name).join(', ')}
    >
      {shown.map(({ id, color }) => (
        <ColorDot key={id} color={color} size={9} />
      ))}
    </Fact>
  );
}

interface CardProps {
  card: Card;
  /** Its tags beside those that are lanes. */
  tags: readonly LaneTag[];
  current: boolean;
  lifted?: boolean;
  moves: CardMoves;
  onOpen: (card: Card) => void;
  /** Of the drag and drop, where the card has its place. */
  frame: { ref: Ref<HTMLDivElement>; style?: CSSProperties; props: object };
}

export function KanbanCard({ card, tags, current, lifted = false, moves, onOpen, frame }: CardProps) {
  const translate = useTranslate();
  const { id: me } = useSessionUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = contactName(card.contact);
  const unread = card.unreadMessages;
  const queue = card.queue?.name ?? translate('workspace.no_queue');
  const click = (event: MouseEvent) => {
    if (!event.defaultPrevented) onOpen(card);
  };
  return (
    <Frame
      {...frame.props}
      ref={frame.ref}
      style={frame.style}
      lifted={lifted}
      current={current}
      role="group"
      aria-roledescription={translate('kanban.card')}
      aria-label={name}
      aria-current={current || undefined}
      data-card={card.id}
      onClick={click}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen(card);
      }}
    >
      <Line>
        <Avatar name={name} src={card.contact.profilePicUrl} size={24} seed={card.contactId} />
        <Box component="span" sx={{ ...ellipsis, flex: 1, fontWeight: 600 }} title={name}>
          {name}
        </Box>
        {unread > 0 && (
          <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
            {unread > 999 ? '999+' : unread}
          </CountPill>
        )}
        <TooltipIconButton
          label={translate('kanban.options_of', { name })}
          tooltip={translate('kanban.options')}
          size="small"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            event.stopPropagation();
            setAnchor(event.currentTarget);
          }}
          sx={{ p: '3px', my: '-3px', mr: '-5px' }}
        >
          <MoreVert fontSize="small" />
        </TooltipIconButton>
      </Line>
      <Excerpt data-unread={unread > 0}>
        <MediaKindIcon type={card.lastMessageType} />
        {card.lastMessageFromMe && card.lastMessageUserId === me && `${translate('list.you')} `}
        {previewText(card.lastMessage, card.lastMessageType, translate) || translate('workspace.chat.empty')}
      </Excerpt>
      <Line>
        <Fact title={queue}>
          <ColorDot color={card.queue?.color ?? ''} size={7} />
          <span>{queue}</span>
        </Fact>
        <Tags tags={tags} />
        <Age card={card} />
        {card.user && <Attendant user={card.user} />}
      </Line>
      {anchor && <CardMenu card={card} anchor={anchor} moves={moves} onOpen={onOpen} onClose={() => setAnchor(null)} />}
    </Frame>
  );
}
