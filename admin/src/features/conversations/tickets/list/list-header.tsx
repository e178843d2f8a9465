import Checklist from '@mui/icons-material/ChecklistOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ListScope } from '../../../../conversation/data/use-list-scope';
import { type ListFilters, NO_QUEUE, readFilters, writeFilters } from '../../../../conversation/model/list-filters';
import type { Colored } from '../../../../conversation/model/types';
import { QueueSelect } from '../../../../conversation/ui/filters/queue-select';
import { ShowAllSwitch } from '../../../../conversation/ui/filters/show-all-switch';
import { SavedViewsButton } from '../../../../conversation/ui/saved-views/saved-views-button';
import { useResources } from '../../../../schema/resources';
import { lazyComponent } from '../../../../shared/lazy-component';
import { TooltipIconButton } from '../../../../shared/tooltip-icon-button';

const ExportDialog = lazyComponent(() => import('../export/export-dialog'));

function ExportButton({ queues }: { queues: readonly Colored[] }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useResources().can('tickets-manager:export')) return null;
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

interface ListHeaderProps {
  scope: ListScope;
  filters: ListFilters;
  onNew: () => void;
  onSelect: () => void;
}

export function ListHeader({ scope, filters, onNew, onSelect }: ListHeaderProps) {
  const translate = useTranslate();
  const queues = scope.withoutQueue
    ? [...scope.queues, { id: NO_QUEUE, name: translate('workspace.no_queue'), color: '' }]
    : scope.queues;
  return (
    <Box
      component="header"
      sx={{ px: 2, pt: 1.75, pb: 1.5, display: 'grid', gap: 1.25, borderBottom: 1, borderColor: 'atende.lineSoft' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <Typography variant="h2" component="h1" sx={{ flex: 1 }} noWrap>
          {translate('workspace.title')}
        </Typography>
        <TooltipIconButton label={translate('list.bulk.start')} onClick={onSelect}>
          <Checklist />
        </TooltipIconButton>
        <ExportButton queues={queues} />
        <Button variant="contained" onClick={onNew}>
          {translate('workspace.list.new')}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
        <QueueSelect queues={queues} value={scope.queueIds} onChange={scope.setQueueIds} />
        <SavedViewsButton
          page="tickets"
          query={writeFilters('', filters)}
          onPick={(query) => scope.apply(readFilters(query))}
        />
        {scope.mayShowAll && <ShowAllSwitch scope={scope} />}
      </Box>
    </Box>
  );
}
