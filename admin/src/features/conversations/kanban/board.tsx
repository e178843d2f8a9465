import {
  type BeforeCapture,
  DragDropContext,
  type DragStart,
  type DragUpdate,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { contactName } from '../../../conversation/model/contact-name';
import { moveFocus } from '../../../shared/focus';
import { useSideBySide } from '../../../shared/panes';
import { type Board, type Card, findCard, type Lane, laneOf, NO_LANE, type Place, placeAt } from './board-state';
import { cardSelector } from './card';
import type { CardMoves } from './card-menu';
import { idIn, LaneColumn } from './lane';
import type { LiveBoard } from './use-board';

const LANES = 'lanes';

/** Handlers that never change, so that cards are not rendered again for each other's moves. */
function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

/** Once the menu is gone, which gives the focus back to what had it before. */
const focusSoon = (selector: string) => void window.setTimeout(() => moveFocus(selector));

const positionOf = (lanes: readonly Lane[], card: Card): { lane: Lane | undefined; index: number } => {
  const lane = lanes.find(({ id }) => id === laneOf(card, lanes));
  return { lane, index: lane?.cards.findIndex(({ id }) => id === card.id) ?? -1 };
};

function mayStep(lanes: readonly Lane[], card: Card, by: 1 | -1): boolean {
  const { lane, index } = positionOf(lanes, card);
  return lane?.cards[index] !== undefined && lane.cards[index + by] !== undefined;
}

interface KanbanBoardProps extends Pick<LiveBoard, 'move' | 'loadMore' | 'orderLanes'> {
  board: Board;
  mayOrder: boolean;
  /** Of the conversation that is open beside it. */
  current: string | null;
  onOpen: (card: Card) => void;
  /** After the last lane. */
  hint: ReactNode;
}

export function KanbanBoard({
  board: live,
  move,
  loadMore,
  orderLanes,
  mayOrder,
  current,
  onOpen,
  hint,
}: KanbanBoardProps) {
  const translate = useTranslate();
  const scroller = useRef<HTMLDivElement | null>(null);
  const wide = useSideBySide();
  const [chosen, setChosen] = useState(NO_LANE);
  // lists must stay as they are while something is dragged; what happens meanwhile is shown afterwards
  const [frozen, setFrozen] = useState<Board | null>(null);
  const board = frozen ?? live;
  const shownLane = board.lanes.find(({ id }) => id === chosen)?.id ?? NO_LANE;
  const shown = wide ? board.lanes : board.lanes.filter(({ id }) => id === shownLane);
  const laneName = useCallback(
    (lane: Lane | undefined) => (lane && lane.id !== NO_LANE ? (lane.name ?? '') : translate('kanban.no_lane')),
    [translate],
  );
  const laneKey = board.lanes.map(({ id }) => id).join();
  const laneIds = useMemo(() => new Set(laneKey.split(',').map(Number)), [laneKey]);
  const tagLanes = board.lanes.map(({ id }) => id).filter((id) => id !== NO_LANE);

  function perform(card: Card, place: Place) {
    void move(card, place);
    // the card is at the top of a lane of which a lower part is shown
    if (!place.afterId && wide && scroller.current) scroller.current.scrollTop = 0;
    if (!wide) setChosen(place.laneId);
    focusSoon(cardSelector(card.id));
  }
  const toLane = useLatest((card: Card, laneId: number) => perform(card, placeAt(live, card.id, laneId, 0)));
  const step = useLatest((card: Card, by: 1 | -1) => {
    const { lane, index } = positionOf(live.lanes, card);
    if (lane && mayStep(live.lanes, card, by)) perform(card, placeAt(live, card.id, lane.id, index + by));
  });
  const open = useLatest(onOpen);
  const lanesOf = useRef(live.lanes);
  useEffect(() => {
    lanesOf.current = live.lanes;
  });
  const namesKey = board.lanes.map((lane) => `${lane.id}:${lane.color}:${laneName(lane)}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the lanes, which every event replaces
  const moves = useMemo<CardMoves>(
    () => ({
      lanes: board.lanes.map((lane) => ({ id: lane.id, name: laneName(lane), color: lane.color })),
      laneOf: (card) => laneOf(card, lanesOf.current),
      mayStep: (card, by) => mayStep(lanesOf.current, card, by),
      toLane,
      step,
    }),
    [namesKey, toLane, step],
  );

  function shiftLane(id: number, by: 1 | -1): (() => void) | undefined {
    const from = tagLanes.indexOf(id);
    const to = from + by;
    if (!mayOrder || from < 0 || to < 0 || to >= tagLanes.length) return undefined;
    return () => {
      void orderLanes(tagLanes.toSpliced(from, 1).toSpliced(to, 0, id));
      focusSoon(`main [data-lane-header="${id}"]`);
    };
  }

  /** What a screen reader says of a drag. */
  function spoken(name: string, { source, destination }: Pick<DropResult, 'source' | 'destination'>): string {
    if (!destination) return translate('kanban.spoken.nowhere', { name });
    const lane = board.lanes.find(({ id }) => id === idIn(destination.droppableId));
    const key = source.droppableId === destination.droppableId ? 'within' : 'other';
    return translate(`kanban.spoken.${key}`, { name, lane: laneName(lane), place: destination.index + 1 });
  }
  const cardName = (draggableId: string) => {
    const card = findCard(board, idIn(draggableId));
    return card ? contactName(card.contact) : '';
  };
  const nameOf = ({ type, draggableId }: Pick<DragStart, 'type' | 'draggableId'>) =>
    type === LANES ? laneName(board.lanes.find(({ id }) => id === idIn(draggableId))) : cardName(draggableId);

  function started(start: DragStart, { announce }: ResponderProvided) {
    announce(translate('kanban.spoken.lifted', { name: nameOf(start) }));
  }

  function updated(update: DragUpdate, { announce }: ResponderProvided) {
    if (update.type === LANES)
      announce(translate('kanban.spoken.lane', { name: nameOf(update), place: update.destination?.index ?? 1 }));
    else announce(spoken(nameOf(update), { source: update.source, destination: update.destination ?? null }));
  }

  function ended(result: DropResult, { announce }: ResponderProvided) {
    const { type, source, destination, draggableId } = result;
    const moved = destination && (destination.index !== source.index || destination.droppableId !== source.droppableId);
    announce(translate(`kanban.spoken.${moved ? 'dropped' : 'returned'}`, { name: nameOf(result) }));
    setFrozen(null);
    if (!moved) return;
    const id = idIn(draggableId);
    if (type === LANES) {
      const from = tagLanes.indexOf(id);
      void orderLanes(tagLanes.toSpliced(from, 1).toSpliced(Math.max(0, destination.index - 1), 0, id));
      return;
    }
    const card = findCard(board, id);
    if (!card) return;
    void move(card, placeAt(board, id, idIn(destination.droppableId), destination.index));
    moveFocus(cardSelector(id));
  }

  return (
    <DragDropContext
      dragHandleUsageInstructions={translate('kanban.spoken.instructions')}
      onBeforeCapture={(_before: BeforeCapture) => setFrozen(live)}
      onDragStart={started}
      onDragUpdate={updated}
      onDragEnd={ended}
    >
      {!wide && (
        <Tabs
          variant="scrollable"
          scrollButtons={false}
          value={shownLane}
          onChange={(_, id: number) => setChosen(id)}
          aria-label={translate('kanban.lanes')}
          sx={{ flex: 'none', minHeight: 44, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
        >
          {board.lanes.map((lane) => (
            <Tab
              key={lane.id}
              value={lane.id}
              label={`${laneName(lane)} · ${lane.count}${lane.countIsMinimum ? '+' : ''}`}
            />
          ))}
        </Tabs>
      )}
      <Box
        ref={scroller}
        data-board
        // the keyboard scrolls it, also where no card has the focus
        tabIndex={0}
        role="region"
        aria-label={translate('kanban.lanes')}
        sx={{
          position: 'relative',
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          overflowX: wide ? 'auto' : 'hidden',
          px: { xs: 1, sm: 2 },
        }}
      >
        <Droppable droppableId={LANES} type={LANES} direction="horizontal">
          {(provided) => (
            <Box
              ref={provided.innerRef}
              {...provided.droppableProps}
              // as high as the longest lane, so that the headings of all of them stay in view
              sx={{
                display: 'flex',
                alignItems: 'stretch',
                boxSizing: 'border-box',
                width: wide ? 'max-content' : '100%',
                minWidth: '100%',
                minHeight: '100%',
                pb: 2,
              }}
            >
              {shown.map((lane, index) => (
                <LaneColumn
                  key={lane.id}
                  index={index}
                  name={laneName(lane)}
                  wide={wide}
                  mayOrder={mayOrder && wide}
                  onShift={{ left: shiftLane(lane.id, -1), right: shiftLane(lane.id, 1) }}
                  lane={lane}
                  laneIds={laneIds}
                  scroller={scroller}
                  current={current}
                  moves={moves}
                  onOpen={open}
                  onMore={() => frozen === null && void loadMore(lane.id)}
                />
              ))}
              {provided.placeholder}
              {hint}
            </Box>
          )}
        </Droppable>
      </Box>
    </DragDropContext>
  );
}
