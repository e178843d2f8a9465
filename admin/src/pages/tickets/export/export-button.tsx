import Download from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Colored } from '../../../conversation/model/types';
import { useResources } from '../../../schema/resources';

const ExportDialog = lazy(() => import('./export-dialog'));

/** Takes the conversations out as a table, for those who may. */
export function ExportButton({ queues }: { queues: readonly Colored[] }) {
  const translate = useTranslate();
  const { can } = useResources();
  const [open, setOpen] = useState(false);
  if (!can('tickets-manager:export')) return null;
  const label = translate('oversight.export.open');
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Download />
        </IconButton>
      </Tooltip>
      {open && (
        <Suspense>
          <ExportDialog queues={queues} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
