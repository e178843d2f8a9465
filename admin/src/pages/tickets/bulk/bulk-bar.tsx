import Resolve from '@mui/icons-material/CheckCircleOutlined';
import Accept from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/Close';
import Tag from '@mui/icons-material/LocalOfferOutlined';
import Read from '@mui/icons-material/MarkEmailReadOutlined';
import Reopen from '@mui/icons-material/ReplayOutlined';
import Transfer from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useCurrentUser } from '../../../conversation/data/use-current-user';
import type { Ticket } from '../../../conversation/model/types';
import {
  type ActionParams,
  useTicketActionRunner,
} from '../../../conversation/ticket-actions/use-ticket-action-runner';
import { errorText } from '../../../shared/error-text';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { applicableTickets, type BulkAction, MAX_SELECTED } from './selection';
import type { Selection } from './use-selection';

/** Acts on the chosen conversations; answers whether it was done. */
export function useBulk(onDone: () => void) {
  const perform = useTicketActionRunner();
  const notify = useNotify();
  const [busy, setBusy] = useState<BulkAction | null>(null);

  async function act(action: BulkAction, tickets: readonly Ticket[], change: ActionParams = {}): Promise<boolean> {
    setBusy(action);
    try {
      await perform(action, tickets, change, onDone);
      return true;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return false;
    } finally {
      setBusy(null);
    }
  }

  return { busy, act };
}

const TransferDialog = lazy(() => import('../../../conversation/ticket-actions/transfer-dialog'));
const TagDialog = lazy(() => import('./tag-dialog'));

const actions = [
  ['accept', Accept],
  ['resolve', Resolve],
  ['reopen', Reopen],
  ['transfer', Transfer],
  ['tag', Tag],
  ['read', Read],
] as const;

const actionsWithDialog: readonly BulkAction[] = ['transfer', 'tag'];

function Head({ selection, shown }: { selection: Selection; shown: number }) {
  const translate = useTranslate();
  const { chosen, toggleAll, end } = selection;
  const most = Math.min(shown, MAX_SELECTED);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Checkbox
        size="small"
        checked={most > 0 && chosen.length === most}
        indeterminate={chosen.length > 0 && chosen.length < most}
        onChange={toggleAll}
        sx={{ p: 0.5, ml: '9px' }}
        slotProps={{ input: { 'aria-label': translate('list.bulk.all') } }}
      />
      <Typography variant="h3" component="h1" noWrap sx={{ flex: 1 }}>
        <span role="status">{translate('list.bulk.chosen', { smart_count: chosen.length })}</span>
      </Typography>
      <Tooltip title={translate('list.bulk.end')}>
        <IconButton size="small" aria-label={translate('list.bulk.end')} onClick={end}>
          <Close />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

interface ActionButtonProps {
  label: string;
  Icon: typeof Accept;
  worded: boolean;
  loading: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** The first one in words; the others have room for their picture only. */
function ActionButton({ label, Icon, worded, ...button }: ActionButtonProps) {
  const look = { size: 'small', variant: 'outlined' } as const;
  if (worded)
    return (
      <Button {...look} {...button} startIcon={<Icon aria-hidden />} sx={{ minHeight: 30, py: 0 }}>
        {label}
      </Button>
    );
  return (
    <Tooltip title={label}>
      <span>
        <Button {...look} {...button} aria-label={label} sx={{ minHeight: 30, minWidth: 38, p: 0 }}>
          <Icon aria-hidden fontSize="small" />
        </Button>
      </span>
    </Tooltip>
  );
}

/** Over the list's header while conversations are chosen, and no higher, so that no row moves: how many, and what can be done. */
export default function BulkBar({ selection, shown }: { selection: Selection; shown: number }) {
  const translate = useTranslate();
  const { chosen, end } = selection;
  const { busy, act } = useBulk(end);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  useShortcut('close', end);
  const closeDialog = () => setAsked(null);
  const { id: me } = useCurrentUser();
  const fits = (action: BulkAction) => applicableTickets(action, chosen, me);
  const possible = actions.filter(([action]) => fits(action).length > 0);
  return (
    <Box
      component="header"
      sx={{
        position: 'relative',
        zIndex: 1,
        px: 2,
        pt: 1.75,
        pb: 1.5,
        display: 'grid',
        alignContent: 'space-between',
        gap: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
      }}
    >
      <Head selection={selection} shown={shown} />
      <Box sx={{ display: 'flex', gap: 0.75, minHeight: 30 }}>
        {possible.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', alignSelf: 'center' }}>
            {translate('list.bulk.hint')}
          </Typography>
        )}
        {possible.map(([action, Icon], index) => (
          <ActionButton
            key={action}
            label={translate(`list.bulk.${action}`)}
            Icon={Icon}
            worded={index === 0}
            loading={busy === action}
            disabled={busy !== null}
            onClick={() => (actionsWithDialog.includes(action) ? setAsked(action) : void act(action, fits(action)))}
          />
        ))}
      </Box>
      <Suspense>
        {asked === 'transfer' && (
          <TransferDialog
            count={fits('transfer').length}
            busy={busy === 'transfer'}
            onTransfer={(change) => act('transfer', fits('transfer'), change)}
            onClose={closeDialog}
          />
        )}
        {asked === 'tag' && (
          <TagDialog
            busy={busy === 'tag'}
            onTag={(tagId) => void act('tag', chosen, { tagId }).then((done) => done && closeDialog())}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </Box>
  );
}
