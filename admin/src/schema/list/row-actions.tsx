import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import View from '@mui/icons-material/VisibilityOutlined';
import { Box, IconButton, TextField, Tooltip } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useDelete, useNotify, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { errorText } from '../../shared/error-text';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { recordName } from '../fields';
import { overridesOf, useRights } from '../overrides';
import type { ResourceView } from '../types';

interface RowActionsProps {
  view: ResourceView;
  record: RaRecord;
  onDelete: (record: RaRecord) => void;
}

export function editPath(view: ResourceView, record: RaRecord): string {
  return `/${view.screenPath}/${encodeURIComponent(String(record.id))}`;
}

export function RowActions({ view, record, onDelete }: RowActionsProps) {
  const translate = useTranslate();
  const { search } = useLocation();
  const name = recordName(view, record);
  const may = useRights(view)(record);
  const Icon = may.edit ? Edit : View;
  const Extra = overridesOf(view.name).rowActions;
  return (
    <Box data-row-actions sx={{ display: 'inline-flex', gap: 0.25 }}>
      {view.can.edit && (
        <Tooltip title={translate(may.edit ? 'ra.action.edit' : 'ra.action.show')}>
          <IconButton
            size="small"
            component={Link}
            to={{ pathname: editPath(view, record), search }}
            aria-label={translate(may.edit ? 'app.list.edit_of' : 'app.list.view_of', { name })}
          >
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {may.delete && (
        <TooltipIconButton
          size="small"
          label={translate('app.list.delete_of', { name })}
          tooltip={translate('ra.action.delete')}
          onClick={() => onDelete(record)}
        >
          <Delete fontSize="small" />
        </TooltipIconButton>
      )}
      {Extra && <Extra view={view} record={record} />}
    </Box>
  );
}

interface DeleteDialogProps {
  view: ResourceView;
  record: RaRecord | null;
  onClose: () => void;
}

/** Asks for the record's name before a deletion that also removes much else. */
function TypedName({ expected, onChange }: { expected: string; onChange: (matches: boolean) => void }) {
  const translate = useTranslate();
  return (
    <TextField
      fullWidth
      autoFocus
      autoComplete="off"
      label={translate('app.list.type_name', { name: expected })}
      onChange={({ target }) => onChange(target.value === expected)}
      slotProps={{ htmlInput: { spellCheck: false } }}
    />
  );
}

export function DeleteDialog({ view, record, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [remove, { isPending }] = useDelete<RaRecord, Error>();
  const [typed, setTyped] = useState<unknown>(null);
  const expected = view.confirmedBy && record ? String(record[view.confirmedBy]) : null;
  const confirm = () =>
    void remove(
      view.path,
      {
        id: record?.id,
        previousData: record ?? undefined,
        meta: expected === null ? undefined : { confirm: expected },
      },
      {
        onSuccess: () => {
          notify(view.removed || 'app.success', { type: 'success' });
          onClose();
          void client.invalidateQueries({ queryKey: [view.path] });
        },
        onError: (error) => {
          notify(errorText(error), { type: 'error' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open={record !== null}
      destructive
      busy={isPending}
      title={translate('app.list.delete_of', { name: record ? recordName(view, record) : '' })}
      message={view.deleteQuestion || undefined}
      confirmLabel={translate('ra.action.delete')}
      disabled={expected !== null && typed !== record?.id}
      onConfirm={confirm}
      onClose={onClose}
    >
      {expected !== null && (
        <TypedName expected={expected} onChange={(matches) => setTyped(matches ? record?.id : null)} />
      )}
    </ConfirmDialog>
  );
}
