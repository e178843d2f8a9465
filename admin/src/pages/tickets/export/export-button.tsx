import Download from '@mui/icons-material/FileDownloadOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Colored } from '../../../conversation/model/types';
import { useResources } from '../../../schema/resources';
import { lazyComponent } from '../../../shared/lazy-component';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';

const ExportDialog = lazyComponent(() => import('./export-dialog'));

export function ExportButton({ queues }: { queues: readonly Colored[] }) {
  const translate = useTranslate();
  const { can } = useResources();
  const [open, setOpen] = useState(false);
  if (!can('tickets-manager:export')) return null;
  return (
    <>
      <TooltipIconButton
        label={translate('oversight.export.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Download />
      </TooltipIconButton>
      {open && <ExportDialog queues={queues} onClose={() => setOpen(false)} />}
    </>
  );
}
