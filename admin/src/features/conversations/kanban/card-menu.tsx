import { Divider, ListItemIcon, Menu, MenuItem, styled } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ColorDot } from '../../../shared/color-dot';
import { textSize } from '../../../shared/type-scale';
import type { Card } from './board-state';

interface LaneChoice {
  id: number;
  name: string;
  color: string | null;
}

/** What a card's menu offers instead of dragging. */
export interface CardMoves {
  /** The lanes in their order. */
  lanes: readonly LaneChoice[];
  laneOf: (card: Card) => number;
  toLane: (card: Card, laneId: number) => void;
  step: (card: Card, by: 1 | -1) => void;
  mayStep: (card: Card, by: 1 | -1) => boolean;
}

const Heading = styled('li')(({ theme }) => ({
  padding: '4px 16px',
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
}));

interface CardMenuProps {
  card: Card;
  anchor: HTMLElement;
  moves: CardMoves;
  onOpen: (card: Card) => void;
  onClose: () => void;
}

export function CardMenu({ card, anchor, moves, onOpen, onClose }: CardMenuProps) {
  const translate = useTranslate();
  const laneId = moves.laneOf(card);
  const perform = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      // events of a portal reach the card, which would open or drag
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuItem onClick={perform(() => onOpen(card))}>{translate('kanban.open_beside')}</MenuItem>
      <MenuItem component={Link} to={`/tickets/${card.uuid}`}>
        {translate('kanban.open_ticket')}
      </MenuItem>
      <Divider />
      <MenuItem disabled={!moves.mayStep(card, -1)} onClick={perform(() => moves.step(card, -1))}>
        {translate('kanban.up')}
      </MenuItem>
      <MenuItem disabled={!moves.mayStep(card, 1)} onClick={perform(() => moves.step(card, 1))}>
        {translate('kanban.down')}
      </MenuItem>
      <Divider />
      <Heading role="presentation">{translate('kanban.move_to')}</Heading>
      {moves.lanes
        .filter(({ id }) => id !== laneId)
        .map((lane) => (
          <MenuItem key={lane.id} onClick={perform(() => moves.toLane(card, lane.id))}>
            <ListItemIcon sx={{ minWidth: '20px !important' }}>
              <ColorDot color={lane.color} />
            </ListItemIcon>
            {lane.name}
          </MenuItem>
        ))}
    </Menu>
  );
}
