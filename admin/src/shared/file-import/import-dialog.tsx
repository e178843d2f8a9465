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
import { type ChangeEvent, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../error-text';
import { textSize } from '../type-scale';
import { type FileImport, isUnderWay, percentOf } from './use-file-imports';

interface ProgressProps {
  shown: FileImport;
}

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

function LineErrors({ shown: { errors, refused } }: ProgressProps) {
  const translate = useTranslate();
  if (errors.length === 0) return null;
  return (
    <Box>
      <Typography variant="h4" component="h3" sx={{ mb: 1 }}>
        {translate('contacts.import.errors')}
      </Typography>
      <Box
        component="ul"
        aria-label={translate('contacts.import.errors')}
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto', fontSize: textSize.body, color: 'text.secondary' }}
      >
        {errors.map(({ line, message }) => (
          <li key={line}>
            {translate('contacts.import.line', { line })} · {message}
          </li>
        ))}
      </Box>
      {refused > errors.length && (
        <Typography variant="body2" sx={{ mt: 1, color: 'atende.faint' }}>
          {translate('contacts.import.first_errors', { shown: errors.length })}
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
      <LineErrors shown={shown} />
    </>
  );
}

export interface ImportTexts {
  title: string;
  /** What the file has to look like. */
  format: string;
  /** Types of files, as inputs take them. */
  accept: string;
  /** Downloads the refused lines, where the server keeps them. */
  onRefused?: (id: number) => void;
}

interface ImportDialogProps extends ImportTexts {
  /** null asks for a file. */
  shown: FileImport | null;
  onStart: (file: File) => Promise<void>;
  onAgain: () => void;
  onClose: () => void;
}

/** Uploads a file and shows the progress of its import, which continues when the dialog is closed. */
export default function ImportDialog({
  title,
  format,
  accept,
  shown,
  onRefused,
  onStart,
  onAgain,
  onClose,
}: ImportDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({ mutationFn: onStart, networkMode: 'always' });
  const errorMessage = error && ((error instanceof ApiError && error.fields.file) || errorText(error));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // the same file may be chosen again after a correction
    event.target.value = '';
    if (file) mutate(file);
  };
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {shown ? (
          <>
            <ImportProgress shown={shown} />
            {onRefused && shown.refused + shown.skipped > 0 && !isUnderWay(shown) && (
              <Button startIcon={<Download />} onClick={() => onRefused(shown.id)} sx={{ justifySelf: 'start' }}>
                {translate('contacts.import.refused_lines')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {format}
            </Typography>
            {errorMessage && <Alert severity="error">{errorMessage}</Alert>}
          </>
        )}
        <input ref={input} type="file" accept={accept} hidden onChange={choose} />
      </DialogContent>
      <DialogActions>
        {shown && !isUnderWay(shown) && <Button onClick={onAgain}>{translate('contacts.import.again')}</Button>}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {!shown && (
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
