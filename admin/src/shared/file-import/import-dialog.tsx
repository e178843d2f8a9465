import Download from '@mui/icons-material/FileDownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, saveFile } from '../../providers/http';
import { errorText } from '../error-text';
import { textSize } from '../type-scale';
import { ColumnMapping, type FoundColumn } from './column-mapping';
import { type FileImport, isUnderWay, percentOf } from './use-file-imports';

interface ProgressProps {
  shown: FileImport;
}

const tableTypes =
  '.csv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const counts = ['created', 'skipped', 'refused'] as const;

function Counts({ shown }: ProgressProps) {
  const translate = useTranslate();
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1 }}>
      {counts.map((name) => (
        <Box key={name} sx={{ p: 1.5, border: 1, borderColor: 'atende.line', borderRadius: '10px' }}>
          <Box component="dt" sx={{ fontSize: textSize.caption, color: 'atende.faint' }}>
            {translate(`contacts.import.${name}`)}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: textSize.headline, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}
          >
            {shown[name].toLocaleString('pt-BR')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface LinesProps {
  title: string;
  lines: FileImport['errors'];
  /** The number of all such lines; one may have several messages. */
  count: number;
}

function Lines({ title, lines, count }: LinesProps) {
  const translate = useTranslate();
  if (lines.length === 0) return null;
  return (
    <Box>
      <Typography variant="h4" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-label={title}
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto', fontSize: textSize.body, color: 'text.secondary' }}
      >
        {lines.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {translate('contacts.import.line', { line })} · {message}
          </li>
        ))}
      </Box>
      {count > new Set(lines.map(({ line }) => line)).size && (
        <Typography variant="body2" sx={{ mt: 1, color: 'atende.faint' }}>
          {translate('contacts.import.first_errors', { shown: lines.length })}
        </Typography>
      )}
    </Box>
  );
}

/** The progress of an import and the results of its lines. */
function ImportProgress({ shown }: ProgressProps) {
  const translate = useTranslate();
  const underWay = isUnderWay(shown);
  const state = shown.total === 0 ? 'contacts.import.waiting' : 'contacts.import.progress';
  return (
    <>
      <Typography noWrap sx={{ fontWeight: 600 }}>
        {shown.name}
      </Typography>
      {underWay && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <LinearProgress
            variant={shown.total === 0 ? 'indeterminate' : 'determinate'}
            value={percentOf(shown)}
            aria-label={translate('contacts.import.title')}
            sx={{ borderRadius: 99, height: 6 }}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {translate(state, { position: shown.position, total: shown.total })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'atende.faint' }}>
            {translate('contacts.import.meanwhile')}
          </Typography>
        </Box>
      )}
      <Box role="status">
        {shown.status === 'done' && <Alert severity="success">{translate('contacts.import.done')}</Alert>}
        {shown.status === 'failed' && (
          <Alert severity="error">{shown.problem ?? translate('contacts.import.failed')}</Alert>
        )}
      </Box>
      {shown.status !== 'waiting' && shown.total > 0 && <Counts shown={shown} />}
      <Lines title={translate('contacts.import.errors')} lines={shown.errors} count={shown.refused} />
      <Lines title={translate('contacts.import.notes')} lines={shown.notes} count={shown.noted} />
    </>
  );
}

export interface ImportTexts {
  title: string;
  /** What the file has to look like. */
  format: string;
  /** Downloads the refused lines, where the server keeps them. */
  onRefused: (id: number) => void;
  /** Whether the refused lines include those with numbers that exist already. */
  refusesRepeated?: boolean;
  /** Reads the columns of a file. */
  onColumns: (file: File) => Promise<FoundColumn[]>;
}

interface ImportDialogProps extends ImportTexts {
  /** null asks for a file. */
  shown: FileImport | null;
  onStart: (file: File, columns: readonly FoundColumn[]) => Promise<void>;
  onAgain: () => void;
  onClose: () => void;
}

interface ChosenFile {
  readonly file: File;
  readonly columns: readonly FoundColumn[];
}

/**
 * Asks for a file, shows what its columns hold, and then the progress of its import, which continues when the dialog is
 * closed.
 */
export default function ImportDialog({
  title,
  format,
  shown,
  onRefused,
  refusesRepeated = false,
  onColumns,
  onStart,
  onAgain,
  onClose,
}: ImportDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (next: ChosenFile | File) => {
      if (next instanceof File) return setChosen({ file: next, columns: await onColumns(next) });
      await onStart(next.file, next.columns);
      setChosen(null);
    },
    networkMode: 'always',
  });
  const hasNumber = chosen?.columns.some(({ role }) => role === 'number');
  const errorMessage = error && ((error instanceof ApiError && error.fields.file) || errorText(error));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // the same file may be chosen again after a correction
    event.target.value = '';
    if (file) mutate(file);
  };
  const saveSample = () =>
    saveFile(new Blob([`\ufeff${translate('contacts.import.sample_rows')}`], { type: 'text/csv' }), 'modelo.csv');
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 2 }}>
        {shown ? (
          <>
            <ImportProgress shown={shown} />
            {shown.refused + (refusesRepeated ? shown.skipped : 0) > 0 && !isUnderWay(shown) && (
              <Button startIcon={<Download />} onClick={() => onRefused(shown.id)} sx={{ justifySelf: 'start' }}>
                {translate('contacts.import.refused_lines')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {chosen ? translate('contacts.import.check_columns') : format}
            </Typography>
            {errorMessage && <Alert severity="error">{errorMessage}</Alert>}
            {chosen ? (
              <>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Typography noWrap sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>
                    {chosen.file.name}
                  </Typography>
                  <Button size="small" onClick={() => input.current?.click()} sx={{ flex: 'none' }}>
                    {translate('contacts.import.other_file')}
                  </Button>
                </Box>
                {!hasNumber && <Alert severity="warning">{translate('contacts.import.number_missing')}</Alert>}
                <ColumnMapping
                  columns={chosen.columns}
                  onChange={(columns) => setChosen({ file: chosen.file, columns })}
                />
              </>
            ) : (
              <Button startIcon={<Download />} onClick={saveSample} sx={{ justifySelf: 'start' }}>
                {translate('contacts.import.sample')}
              </Button>
            )}
          </>
        )}
        <input ref={input} type="file" accept={tableTypes} hidden onChange={choose} />
      </DialogContent>
      <DialogActions>
        {shown && !isUnderWay(shown) && <Button onClick={onAgain}>{translate('contacts.import.again')}</Button>}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {!shown && chosen && (
          <Button variant="contained" loading={isPending} disabled={!hasNumber} onClick={() => mutate(chosen)}>
            {translate('contacts.import.open')}
          </Button>
        )}
        {!shown && !chosen && (
          <Button
            variant="contained"
            startIcon={<UploadFile />}
            loading={isPending}
            onClick={() => input.current?.click()}
          >
            {translate(isPending ? 'contacts.import.sending' : 'contacts.import.choose')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
