import { Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Typography } from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Colored } from '../../../../conversation/model/types';
import { ExportFilters } from './export-filters';
import { type ExportChoice, type ExportProgress, useExport } from './use-export';

const count = (value: number) => value.toLocaleString('pt-BR');

function ExportProgressBar({ progress: { rows, total } }: { progress: ExportProgress }) {
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

const DAYS = 30;

/** YYYY-MM-DD */
function dayOf(daysAgo: number): string {
  const day = new Date();
  day.setDate(day.getDate() - daysAgo);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

const empty = (): ExportChoice => ({
  dateStart: dayOf(DAYS),
  dateEnd: dayOf(0),
  status: '',
  queues: [],
  tags: [],
  users: [],
  search: '',
});

export default function ExportDialog({ queues, onClose }: { queues: readonly Colored[]; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const [choice, setChoice] = useState(empty);
  const { progress, start, stop } = useExport(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start(choice);
  };
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={progress ? undefined : onClose} aria-labelledby={titleId}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{translate('oversight.export.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '4px !important' }}>
          {progress ? (
            <ExportProgressBar progress={progress} />
          ) : (
            <ExportFilters
              choice={choice}
              queues={queues}
              onChange={(change) => setChoice((current) => ({ ...current, ...change }))}
            />
          )}
        </DialogContent>
        <DialogActions>
          {progress ? (
            <Button onClick={stop}>{translate('oversight.export.stop')}</Button>
          ) : (
            <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          )}
          <Button type="submit" variant="contained" loading={progress !== null}>
            {translate('oversight.export.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
