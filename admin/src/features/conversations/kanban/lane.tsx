import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd';
import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import { Box, Menu, MenuItem, styled, Typography } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../../shared/color-dot';
import { ellipsis } from '../../../shared/ellipsis';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { type Card, type Lane, NO_LANE } from './board-state';
import { CARD_GAP_PX, CARD_PX, dropTransition, KanbanCard } from './card';
import type { CardMoves } from './card-menu';

export const LANE_PX = 288;
const OVERSCAN = 4;
const NEAR_END = 10;

const laneDroppable = (id: number) => `lane:${id}`;
const cardDraggable = (id: number) => `card:${id}`;
export const idIn = (draggableOrDroppable: string) => Number(draggableOrDroppable.split(':')[1]);

const Header = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 44,
  flex: 'none',
  padding: '0 4px 0 12px',
  borderRadius: '12px 12px 0 0',
  background: theme.palette.atende.chat,
}));

interface LaneHeaderProps {
  lane: Lane;
  name: string;
  handle: DraggableProvidedDragHandleProps | null;
  /** By so many places; undefined where it cannot be moved. */
  onShift: { left: (() => void) | undefined; right: (() => void) | undefined };
}

function LaneHeader({ lane, name, handle, onShift }: LaneHeaderProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const movable = onShift.left ?? onShift.right;
  const count = lane.countIsMinimum ? `${lane.count}+` : String(lane.count);
  const item = (text: string, Icon: typeof ChevronLeft, run: (() => void) | undefined) => (
    <MenuItem
      disabled={!run}
      onClick={() => {
        setAnchor(null);
        run?.();
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {translate(text)}
    </MenuItem>
  );
  return (
    <Header
      {...handle}
      {...(handle ? { role: 'group', 'aria-label': translate('kanban.lane_handle', { name }) } : {})}
      data-lane-header={lane.id}
    >
      <ColorDot color={lane.color} size={10} />
      <Typography component="h2" sx={{ ...ellipsis, fontSize: textSize.body, fontWeight: 650 }} title={name}>
        {name}
      </Typography>
      <Box
        component="span"
        role="img"
        aria-label={translate(lane.countIsMinimum ? 'kanban.count_more' : 'kanban.count', { smart_count: lane.count })}
        sx={{ fontSize: textSize.caption, color: 'text.secondary', flex: 'none' }}
      >
        {count}
      </Box>
      {movable && (
        <>
          <TooltipIconButton
            label={translate('kanban.lane_options_of', { name })}
            tooltip={translate('kanban.lane_options')}
            size="small"
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ ml: 'auto' }}
          >
            <MoreVert fontSize="small" />
          </TooltipIconButton>
          <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
            {item('kanban.lane_left', ChevronLeft, onShift.left)}
            {item('kanban.lane_right', ChevronRight, onShift.right)}
          </Menu>
        </>
      )}
    </Header>
  );
}

interface CardsProps {
  lane: Lane;
  laneIds: ReadonlySet<number>;
  scroller: RefObject<HTMLDivElement | null>;
  current: string | null;
  moves: CardMoves;
  onOpen: (card: Card) => void;
  onMore: () => void;
}

/** The cards near the visible part of the board; the others are only their height. */
function Cards({ lane, laneIds, scroller, current, moves, onOpen, onMore }: CardsProps) {
  const translate = useTranslate();
  const list = useRef<HTMLDivElement | null>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const virtual = useVirtualizer({
    count: lane.cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX + CARD_GAP_PX,
    getItemKey: (index) => lane.cards[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  const items = virtual.getVirtualItems();
  const nearEnd = lane.hasMore && (items.at(-1)?.index ?? 0) >= lane.cards.length - NEAR_END;
  const more = useEffectEvent(onMore);
  // runs again after every page: one that does not fill the view keeps the end visible
  const wanted = nearEnd ? lane.cards.length + 1 : 0;
  useEffect(() => {
    if (wanted > 0) more();
  }, [wanted]);
  const tagsOf = (card: Card) => card.tags.filter(({ id }) => !laneIds.has(id));
  return (
    <Droppable
      droppableId={laneDroppable(lane.id)}
      type="card"
      mode="virtual"
      renderClone={(provided, snapshot, { source }) => {
        const card = lane.cards[source.index];
        return card ? (
          <KanbanCard
            card={card}
            tags={tagsOf(card)}
            current={false}
            lifted
            moves={moves}
            onOpen={onOpen}
            frame={{
              ref: provided.innerRef,
              style: provided.draggableProps.style,
              props: {
                ...provided.draggableProps,
                ...provided.dragHandleProps,
                'data-dropping': snapshot.isDropAnimating,
              },
            }}
          />
        ) : (
          <div ref={provided.innerRef} {...provided.draggableProps} {...provided.dragHandleProps} />
        );
      }}
    >
      {(provided, snapshot) => (
        <Box
          ref={(element: HTMLDivElement | null) => {
            list.current = element;
            provided.innerRef(element);
          }}
          {...provided.droppableProps}
          sx={{
            position: 'relative',
            flex: 1,
            mx: 1,
            minHeight: (lane.cards.length + (snapshot.isUsingPlaceholder ? 1 : 0)) * (CARD_PX + CARD_GAP_PX) + 80,
            borderRadius: '10px',
            transition: 'background-color 0.15s',
            bgcolor: snapshot.isDraggingOver ? 'atende.priSoft' : undefined,
          }}
        >
          {lane.cards.length === 0 && !snapshot.isDraggingOver && (
            <Typography variant="body2" sx={{ p: 2, textAlign: 'center', color: 'text.secondary' }}>
              {translate('kanban.lane_empty')}
            </Typography>
          )}
          {items.map(({ index, start }) => {
            const card = lane.cards[index];
            return (
              card && (
                <Draggable key={card.id} draggableId={cardDraggable(card.id)} index={index}>
                  {(item) => (
                    <KanbanCard
                      card={card}
                      tags={tagsOf(card)}
                      current={card.uuid === current}
                      moves={moves}
                      onOpen={onOpen}
                      frame={{
                        ref: item.innerRef,
                        style: {
                          position: 'absolute',
                          top: start - margin,
                          left: 0,
                          right: 0,
                          ...item.draggableProps.style,
                        },
                        props: { ...item.draggableProps, ...item.dragHandleProps },
                      }}
                    />
                  )}
                </Draggable>
              )
            );
          })}
        </Box>
      )}
    </Droppable>
  );
}

interface LaneColumnProps extends CardsProps {
  index: number;
  name: string;
  /** On a phone a lane is as wide as the window. */
  wide: boolean;
  mayOrder: boolean;
  onShift: LaneHeaderProps['onShift'];
}

export function LaneColumn({ index, name, wide, mayOrder, onShift, ...cards }: LaneColumnProps) {
  const { lane } = cards;
  return (
    <Draggable draggableId={`column:${lane.id}`} index={index} isDragDisabled={!mayOrder || lane.id === NO_LANE}>
      {(provided, snapshot) => (
        <Box
          component="section"
          aria-label={name}
          ref={provided.innerRef}
          {...provided.draggableProps}
          data-lane={lane.id}
          data-dropping={snapshot.isDropAnimating}
          sx={{
            ...dropTransition,
            flex: 'none',
            width: wide ? LANE_PX : '100%',
            mr: wide ? 1.5 : 0,
            display: 'flex',
            flexDirection: 'column',
            borderRadius: '12px',
            bgcolor: 'atende.chat',
          }}
        >
          <LaneHeader
            lane={lane}
            name={name}
            handle={mayOrder && lane.id !== NO_LANE ? provided.dragHandleProps : null}
            onShift={onShift}
          />
          <Cards {...cards} />
        </Box>
      )}
    </Draggable>
  );
}
