import {
  DragDropContext,
  Draggable,
  type DragStart,
  type DragUpdate,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import ArrowDown from '@mui/icons-material/ArrowDownward';
import ArrowUp from '@mui/icons-material/ArrowUpward';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from './tooltip-icon-button';

interface SortableListsProps {
  /** Of an item that is dragged, for screen readers. */
  nameOf: (itemId: string) => string;
  onMove: (listId: string, from: number, to: number) => void;
  children: ReactNode;
}

/** Around the lists whose items can be dragged, each within its own list. */
export function SortableLists({ nameOf, onMove, children }: SortableListsProps) {
  const translate = useTranslate();
  const say = (key: string, { draggableId }: Pick<DragStart, 'draggableId'>, index = 0) =>
    translate(`app.sort.${key}`, { name: nameOf(draggableId), place: index + 1 });
  return (
    <DragDropContext
      dragHandleUsageInstructions={translate('app.sort.instructions')}
      onDragStart={(start: DragStart, { announce }: ResponderProvided) => announce(say('lifted', start))}
      onDragUpdate={(update: DragUpdate, { announce }: ResponderProvided) =>
        announce(update.destination ? say('moved', update, update.destination.index) : say('returned', update))
      }
      onDragEnd={(result: DropResult, { announce }: ResponderProvided) => {
        const { source, destination } = result;
        const moved = destination !== null && destination.index !== source.index;
        announce(say(moved ? 'dropped' : 'returned', result, destination?.index));
        if (moved) onMove(source.droppableId, source.index, destination.index);
      }}
    >
      {children}
    </DragDropContext>
  );
}

interface SortableListProps<T> {
  id: string;
  /** The accessible name. */
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  nameOf: (item: T) => string;
  /** false: nothing can be moved now. */
  movable: boolean;
  onMove: (listId: string, from: number, to: number) => void;
  /** @param controls what moves the item: a handle to drag, and buttons */
  children: (item: T, controls: { handle: ReactNode; buttons: ReactNode }, index: number) => ReactNode;
}

/** At the end of the list the button is disabled, and the opposite one is focused. */
function focusStep(itemId: string, by: 1 | -1): void {
  const button = (direction: number) =>
    document.querySelector<HTMLElement>(`[data-sort-step="${itemId}:${direction}"]:not(:disabled)`);
  (button(by) ?? button(-by))?.focus();
}

/** A list whose items are moved by dragging a handle, by the keyboard on it, or by buttons; inside {@link SortableLists}. */
export function SortableList<T>({ id, label, items, idOf, nameOf, movable, onMove, children }: SortableListProps<T>) {
  const translate = useTranslate();
  function step(from: number, by: 1 | -1) {
    const item = items[from];
    onMove(id, from, from + by);
    // a node that is moved in the document loses the focus
    if (item) window.setTimeout(() => focusStep(idOf(item), by));
  }
  return (
    <Droppable droppableId={id} type={id} isDropDisabled={!movable}>
      {({ innerRef, droppableProps, placeholder }) => (
        <Box
          ref={innerRef}
          {...droppableProps}
          component="ul"
          aria-label={label}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
        >
          {items.map((item, index) => {
            const name = nameOf(item);
            const button = (by: 1 | -1) => (
              <TooltipIconButton
                size="small"
                data-sort-step={`${idOf(item)}:${by}`}
                label={translate(by < 0 ? 'app.sort.up' : 'app.sort.down', { name })}
                disabled={items[index + by] === undefined}
                onClick={() => step(index, by)}
              >
                {by < 0 ? <ArrowUp fontSize="small" /> : <ArrowDown fontSize="small" />}
              </TooltipIconButton>
            );
            return (
              <Draggable key={idOf(item)} draggableId={idOf(item)} index={index} isDragDisabled={!movable}>
                {({ innerRef: itemRef, draggableProps, dragHandleProps }, { isDragging }) => (
                  <Box
                    ref={itemRef}
                    {...draggableProps}
                    component="li"
                    sx={{
                      ...(isDragging
                        ? {
                            bgcolor: 'background.paper',
                            borderRadius: '10px',
                            outline: 1,
                            outlineColor: 'primary.main',
                          }
                        : {}),
                    }}
                  >
                    {children(
                      item,
                      {
                        handle: movable && (
                          <Box
                            {...dragHandleProps}
                            aria-label={translate('app.sort.handle', { name })}
                            sx={{
                              display: 'grid',
                              placeItems: 'center',
                              flex: 'none',
                              width: 28,
                              height: 28,
                              borderRadius: '8px',
                              color: 'atende.faint',
                              cursor: 'grab',
                            }}
                          >
                            <DragIndicator fontSize="small" />
                          </Box>
                        ),
                        buttons: movable && (
                          <>
                            {button(-1)}
                            {button(1)}
                          </>
                        ),
                      },
                      index,
                    )}
                  </Box>
                )}
              </Draggable>
            );
          })}
          {placeholder}
        </Box>
      )}
    </Droppable>
  );
}
