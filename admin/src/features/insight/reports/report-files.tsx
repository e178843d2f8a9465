import Delete from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, LinearProgress, List, ListItem, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatBytes, formatCount, formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { MediaFailed, useDownload } from '../../../shared/media';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { isUnfinished, type ReportFile, type useReportFiles } from './use-report-files';

function FileRow({ file, onRemove }: { file: ReportFile; onRemove: () => void }) {
  const translate = useTranslate();
  const { report, format, status, rows, total, size, url, createdAt, expiresAt } = file;
  // the answer names it
  const { link, failed, retry } = useDownload(url, '');
  const text = translate(`reports.files.${status}`, {
    rows: formatCount(rows),
    total: formatCount(total),
    size: formatBytes(size ?? 0),
    until: expiresAt ? formatDateTime(expiresAt) : '',
  });
  return (
    <ListItem
      divider
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, alignItems: 'center' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }} noWrap>
          {translate(`reports.views.${report}`)} · {format.toUpperCase()} · {formatDateTime(createdAt)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {url && (
          <Button size="small" startIcon={<Download />} {...link}>
            {translate('reports.files.download')}
          </Button>
        )}
        {isUnfinished(file) ? (
          <Button size="small" onClick={onRemove}>
            {translate('reports.files.cancel')}
          </Button>
        ) : (
          <TooltipIconButton
            size="small"
            label={translate('reports.files.remove', { date: formatDateTime(createdAt) })}
            onClick={onRemove}
          >
            <Delete fontSize="mini" />
          </TooltipIconButton>
        )}
      </Box>
      {failed && <MediaFailed kind="file" onRetry={retry} style={{ gridColumn: '1 / -1' }} />}
      {isUnfinished(file) && (
        <LinearProgress
          variant={total > 0 ? 'determinate' : 'indeterminate'}
          value={total > 0 ? Math.min(100, (rows / total) * 100) : undefined}
          aria-label={text}
          sx={{ gridColumn: '1 / -1', borderRadius: 99, mt: 0.75 }}
        />
      )}
    </ListItem>
  );
}

/** The files that jobs have written, or write. */
export function ReportFiles({ files, remove }: ReturnType<typeof useReportFiles>) {
  const translate = useTranslate();
  if (files.isError)
    return (
      <LoadFailed
        title={translate('reports.files.failed_list')}
        error={files.error}
        onRetry={() => void files.refetch()}
      />
    );
  if (!files.data) return <LinearProgress />;
  if (files.data.length === 0)
    return (
      <Typography variant="body2" sx={{ p: 2, color: 'text.secondary' }}>
        {translate('reports.files.none')}
      </Typography>
    );
  return (
    <List disablePadding sx={{ maxHeight: 'min(420px, 60vh)', overflowY: 'auto' }}>
      {files.data.map((file) => (
        <FileRow key={file.id} file={file} onRemove={() => remove(file.id)} />
      ))}
    </List>
  );
}
