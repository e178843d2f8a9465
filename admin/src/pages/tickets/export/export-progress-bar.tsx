import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { ExportProgress } from './use-export';

const count = (value: number) => value.toLocaleString('pt-BR');

/** How many rows have come. */
export function ExportProgressBar({ progress: { rows, total } }: { progress: ExportProgress }) {
  const translate = useTranslate();
  const known = total !== null && total > 0;
  const text = known
    ? translate('oversight.export.progress', { rows: count(rows), total: count(total) })
    : translate('oversight.export.progress_open', { rows: count(rows) });
  return (
    <>
      <LinearProgress
        variant={known ? 'determinate' : 'indeterminate'}
        value={known ? Math.min(100, (rows / total) * 100) : undefined}
        aria-label={translate('oversight.export.title')}
        sx={{ borderRadius: 99, height: 6, mt: 1 }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {rows > 0 ? text : translate('oversight.export.starting')}
      </Typography>
    </>
  );
}
