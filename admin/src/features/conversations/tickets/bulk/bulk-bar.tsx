import Resolve from '@mui/icons-material/CheckCircleOutlined';
import Accept from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/Close';
import Tag from '@mui/icons-material/LocalOfferOutlined';
import Read from '@mui/icons-material/MarkEmailReadOutlined';
import Reopen from '@mui/icons-material/ReplayOutlined';
import Transfer from '@mui/icons-material/SwapHoriz';
import { Box, Button, Checkbox, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useTags } from '../../../../conversation/data/use-tags';
import type { Ticket } from '../../../../conversation/model/types';
import {
  type ActionParams,
  useTicketActionRunner,
} from '../../../../conversation/ui/ticket-actions/use-ticket-action-runner';
import { useSessionUser } from '../../../../providers/session-user';
import { ChoiceField } from '../../../../shared/choice-field';
import { FormDialog } from '../../../../shared/form-dialog';
import { lazyComponent } from '../../../../shared/lazy-component';
import { useShortcut } from '../../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../../shared/tooltip-icon-button';
import { useNamedTask } from '../../../../shared/use-task';
import { applicableTickets, type BulkAction, MAX_SELECTED } from './selection';
import type { Selection } from './use-selection';

const TransferDialog = lazyComponent(() => import('../../../../conversation/ui/ticket-actions/transfer-dialog'));

const actions = [
  ['accept', Accept],
  ['resolve', Resolve],
  ['reopen', Reopen],
  ['transfer', Transfer],
  ['tag', Tag],
  ['read', Read],
] as const;

const actionsWithDialog: readonly BulkAction[] = ['transfer', 'tag'];

function SelectionHeader({ selection, shown }: { selection: Selection; shown: number }) {
  const translate = useTranslate();
  const { chosen, toggleAll, end } = selection;
  const selectable = Math.min(shown, MAX_SELECTED);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Checkbox
        size="small"
        checked={selectable > 0 && chosen.length === selectable}
        indeterminate={chosen.length > 0 && chosen.length < selectable}
        onChange={toggleAll}
        sx={{ p: 0.5, ml: '9px' }}
        slotProps={{ input: { 'aria-label': translate('list.bulk.all') } }}
      />
      <Typography variant="h3" component="h1" noWrap sx={{ flex: 1 }}>
        <span role="status">{translate('list.bulk.chosen', { smart_count: chosen.length })}</span>
      </Typography>
      <TooltipIconButton label={translate('list.bulk.end')} size="small" onClick={end}>
        <Close />
      </TooltipIconButton>
    </Box>
  );
}

interface ActionButtonProps {
  label: string;
  Icon: typeof Accept;
  withText: boolean;
  loading: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** The first one with its text; there is no room for the texts of the others. */
function ActionButton({ label, Icon, withText, ...button }: ActionButtonProps) {
  const look = { size: 'small', variant: 'outlined' } as const;
  if (withText)
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

interface TagDialogProps {
  busy: boolean;
  onTag: (tagId: number) => void;
  onClose: () => void;
}

function TagDialog({ busy, onTag, onClose }: TagDialogProps) {
  const translate = useTranslate();
  const { tags } = useTags();
  const [tagId, setTagId] = useState<number | null>(null);
  const [submitted, setSubmitted] = useState(false);
  return (
    <FormDialog
      title={translate('list.bulk.tag_title')}
      submit={translate('ra.action.add')}
      busy={busy}
      onSubmit={() => {
        setSubmitted(true);
        if (tagId !== null) onTag(tagId);
      }}
      onClose={onClose}
    >
      <ChoiceField
        required
        label={translate('list.bulk.tag_choice')}
        value={tagId}
        options={tags}
        error={submitted && tagId === null ? translate('list.bulk.tag_required') : undefined}
        onChange={setTagId}
      />
    </FormDialog>
  );
}

/** Covers the list's header while conversations are selected, at the same height, so that no row moves. */
export default function BulkBar({ selection, shown }: { selection: Selection; shown: number }) {
  const translate = useTranslate();
  const { chosen, end } = selection;
  const perform = useTicketActionRunner();
  const { busy, run } = useNamedTask<BulkAction>();
  const [dialog, setDialog] = useState<BulkAction | null>(null);
  useShortcut('close', end);
  const closeDialog = () => setDialog(null);
  const { id: me } = useSessionUser();
  const ticketsFor = (action: BulkAction) => applicableTickets(action, chosen, me);
  const act = (action: BulkAction, tickets: readonly Ticket[], params: ActionParams = {}) =>
    run(action, () => perform(action, tickets, params, { onDone: end }));
  const possible = actions.filter(([action]) => ticketsFor(action).length > 0);
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
      <SelectionHeader selection={selection} shown={shown} />
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
            withText={index === 0}
            loading={busy === action}
            disabled={busy !== null}
            onClick={() =>
              actionsWithDialog.includes(action) ? setDialog(action) : void act(action, ticketsFor(action))
            }
          />
        ))}
      </Box>
      {dialog === 'transfer' && (
        <TransferDialog
          count={ticketsFor('transfer').length}
          busy={busy === 'transfer'}
          onTransfer={(params) => act('transfer', ticketsFor('transfer'), params)}
          onClose={closeDialog}
        />
      )}
      {dialog === 'tag' && (
        <TagDialog
          busy={busy === 'tag'}
          onTag={(tagId) => void act('tag', chosen, { tagId }).then((done) => done && closeDialog())}
          onClose={closeDialog}
        />
      )}
    </Box>
  );
}
