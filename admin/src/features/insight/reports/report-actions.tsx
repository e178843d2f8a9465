import Download from '@mui/icons-material/FileDownloadOutlined';
import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import { Badge, Button, Menu, MenuItem, Popover } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useTask } from '../../../shared/use-task';
import { ReportFiles } from './report-files';
import { exportReport, type FileFormat, isUnfinished, useReportFiles } from './use-report-files';
import type { ReportName } from './use-report-filters';

interface ReportActionsProps {
  report: ReportName;
  query: string;
  /** Whether there is nothing to export. */
  empty: boolean;
}

/** The report as a file, and the files that were too large to be downloaded at once. */
export function ReportActions({ report, query, empty }: ReportActionsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const filesButton = useRef<HTMLButtonElement>(null);
  const [formats, setFormats] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const reportFiles = useReportFiles();
  const unfinished = reportFiles.files.data?.filter(isUnfinished).length ?? 0;

  const start = (format: FileFormat) => {
    setFormats(null);
    void run(async () => {
      if (!(await exportReport(report, format, query))) return;
      notify('reports.files.started', { type: 'info' });
      await client.invalidateQueries({ queryKey: ['/relatories/exports'] });
      setOpen(true);
    });
  };
  const choose = (button: HTMLElement) => {
    if (empty) notify('reports.nothing_to_export', { type: 'warning' });
    else setFormats(button);
  };
  return (
    <>
      <TooltipIconButton
        ref={filesButton}
        label={translate('reports.files.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Badge color="primary" variant="dot" invisible={unfinished === 0}>
          <FolderOpen />
        </Badge>
      </TooltipIconButton>
      <Button
        variant="outlined"
        startIcon={<Download />}
        loading={busy}
        aria-haspopup="menu"
        onClick={(event) => choose(event.currentTarget)}
      >
        {translate('reports.export')}
      </Button>
      <Menu open={formats !== null} anchorEl={formats} onClose={() => setFormats(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem key={format} onClick={() => start(format)}>
            {translate(`reports.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      <Popover
        open={open}
        anchorEl={() => filesButton.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': translate('reports.files.open'),
            sx: { width: 460, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <ReportFiles {...reportFiles} />
      </Popover>
    </>
  );
}
