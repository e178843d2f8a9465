import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import View from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { overridesOf } from '../overrides';
import { useRights } from '../rights';
import type { ResourceView } from '../types';
import { recordName } from './record-name';

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
  const Own = overridesOf(view.name).rowActions;
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
        <Tooltip title={translate('ra.action.delete')}>
          <IconButton
            size="small"
            aria-label={translate('app.list.delete_of', { name })}
            onClick={() => onDelete(record)}
          >
            <Delete fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {Own && <Own view={view} record={record} />}
    </Box>
  );
}
