import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
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
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.25 }}>
      {view.can.edit && (
        <Tooltip title={translate('ra.action.edit')}>
          <IconButton
            size="small"
            component={Link}
            to={{ pathname: editPath(view, record), search }}
            aria-label={translate('app.list.edit_of', { name })}
          >
            <Edit sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
      {view.can.delete && (
        <Tooltip title={translate('ra.action.delete')}>
          <IconButton
            size="small"
            aria-label={translate('app.list.delete_of', { name })}
            onClick={() => onDelete(record)}
          >
            <Delete sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
