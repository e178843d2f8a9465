import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useFilters } from '../../../conversation/data/use-filters';
import { useListScope } from '../../../conversation/data/use-list-scope';
import { useFreshCache, useLiveUpdates } from '../../../conversation/data/use-live-updates';
import type { TicketView } from '../../../conversation/model/ticket-rules';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';
import { moveFocus } from '../../../shared/focus';
import { LoadFailed } from '../../../shared/load-failed';
import { useSideBySide } from '../../../shared/panes';
import { isOverlay } from '../../../shared/use-back-closes';
import { KanbanBoard } from './board';
import { BoardFilters } from './board-filters';
import { type Card, findCard } from './board-state';
import { cardSelector } from './card';
import { ConversationPanel } from './conversation-panel';
import { LANE_PX } from './lane';
import { useBoard } from './use-board';

const PARAM = 'ticket';
const noUsers: readonly number[] = [];

/** Of an entry of the history that is above that of the board alone. */
const aboveBoard = { aboveBoard: true };
const isAboveBoard = (state: unknown): boolean =>
  !isOverlay(state) && (state as Partial<typeof aboveBoard> | null)?.aboveBoard === true;

/** The uuid of the conversation that is open beside the board, in the address. Closed, it leaves nothing in the history. */
function useOpenedCard() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  /** Going back takes a moment, and what closes may do so twice. */
  const left = useRef<unknown>(null);
  const uuid = params.get(PARAM);
  const open = useCallback(
    (wanted: string | null) => {
      const { state } = location;
      if (wanted === null && isAboveBoard(state)) {
        if (left.current !== location) void navigate(-1);
        left.current = location;
        return;
      }
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (wanted === null) next.delete(PARAM);
          else next.set(PARAM, wanted);
          return next;
        },
        uuid === null ? { state: aboveBoard } : { replace: true, state: wanted === null ? null : state },
      );
    },
    [location, navigate, setParams, uuid],
  );
  return { uuid, open };
}

function BoardSkeleton() {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      aria-label={translate('kanban.loading')}
      sx={{ display: 'flex', gap: 1.5, px: 2, overflow: 'hidden' }}
    >
      {[4, 2, 3, 1].map((cards, lane) => (
        <Box key={lane} sx={{ flex: 'none', width: LANE_PX }}>
          <Skeleton height={44} />
          {Array.from({ length: cards }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={116} sx={{ mb: 1 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** What a board without lanes needs. */
function NoLanes() {
  const translate = useTranslate();
  const mayCreate = useSessionUser().profile !== 'user';
  return (
    <Box sx={{ flex: '1 1 300px', display: 'grid' }}>
      <EmptyState
        icon={<ViewKanban />}
        title={translate('kanban.no_lanes')}
        message={translate(mayCreate ? 'kanban.no_lanes_manager' : 'kanban.no_lanes_message')}
        action={
          mayCreate && (
            <Button component={Link} to="/tags/create" variant="contained">
              {translate('kanban.create_lane')}
            </Button>
          )
        }
      />
    </Box>
  );
}

export default function KanbanPage() {
  useFreshCache();
  useLiveUpdates();
  const translate = useTranslate();
  const notify = useNotify();
  const { profile } = useSessionUser();
  const { filters, change } = useFilters();
  const scope = useListScope({ filters, change });
  const byUser = profile === 'admin';
  const users = byUser ? filters.users : noUsers;
  const view = useMemo<TicketView>(
    () => ({
      status: null,
      // a choice of attendants covers their conversations too
      showAll: scope.showAll || users.length > 0,
      queueIds: scope.queueIds,
      search: filters.search,
      tags: filters.tags,
      users,
    }),
    [scope.showAll, scope.queueIds, filters.search, filters.tags, users],
  );
  const { board, error, stale, retry, ...actions } = useBoard(view);
  const { uuid, open } = useOpenedCard();
  const beside = useSideBySide();
  const failed = error !== null && board === undefined;
  useEffect(() => {
    if (error !== null) notify('kanban.load_failed', { type: 'error' });
  }, [error, notify]);
  const openCard = useCallback((card: Card) => open(card.uuid), [open]);
  const close = useCallback(() => {
    const card = board?.lanes.flatMap(({ cards }) => cards).find((each) => each.uuid === uuid);
    open(null);
    if (card && board && findCard(board, card.id)) moveFocus(cardSelector(card.id));
  }, [open, board, uuid]);
  const title = translate('kanban.title');
  return (
    <Box
      sx={{
        height: '100%',
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: uuid && beside ? 'minmax(0, 1fr) minmax(380px, 38%)' : 'minmax(0, 1fr)',
        gridTemplateRows: 'minmax(0, 1fr)',
        position: 'relative',
      }}
    >
      <title>{`${title} · Atende`}</title>
      <Box
        sx={{
          minWidth: 0,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          visibility: uuid && !beside ? 'hidden' : 'visible',
        }}
      >
        <Box
          component="header"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: { xs: 2, sm: 2 }, py: 1.5 }}
        >
          <Typography variant="h2" component="h1">
            {title}
          </Typography>
          <BoardFilters filters={filters} scope={scope} byUser={byUser} onChange={change} />
        </Box>
        {failed && <LoadFailed title={translate('kanban.load_failed')} error={error} onRetry={retry} />}
        {!board && !failed && <BoardSkeleton />}
        {board && (
          <Box
            aria-busy={stale}
            sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', opacity: stale ? 0.6 : 1 }}
          >
            <KanbanBoard
              {...actions}
              board={board}
              mayOrder={profile !== 'user'}
              current={uuid}
              onOpen={openCard}
              hint={board.lanes.length === 1 ? <NoLanes /> : null}
            />
          </Box>
        )}
      </Box>
      {uuid && (
        <Box
          sx={
            beside
              ? { minWidth: 0, minHeight: 0, borderLeft: 1, borderColor: 'divider' }
              : { position: 'absolute', inset: 0, bgcolor: 'background.default' }
          }
        >
          <ConversationPanel key={uuid} uuid={uuid} onOpen={open} onClose={close} />
        </Box>
      )}
    </Box>
  );
}
