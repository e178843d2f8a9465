import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { ImportProgress } from './import-progress';
import { type ContactImport, isUnderWay } from './types';

interface ImportDialogProps {
  /** The import that is shown; null asks for a file. */
  shown: ContactImport | null;
  onStart: (file: File) => Promise<void>;
  onAgain: () => void;
  onClose: () => void;
}

function useFile(onStart: ImportDialogProps['onStart']) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // the same file may be chosen again after it was mended
    event.target.value = '';
    if (!file) return;
    setBusy(true);
    setError(null);
    try {
      await onStart(file);
    } catch (failure) {
      setError((failure instanceof ApiError && failure.fields.file) || errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, choose };
}

/** Takes a CSV file and shows what becomes of its lines; closing it stops nothing. */
export default function ImportDialog({ shown, onStart, onAgain, onClose }: ImportDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, choose } = useFile(onStart);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('contacts.import.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {shown ? (
          <ImportProgress shown={shown} />
        ) : (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('contacts.import.format')}
            </Typography>
            {error && <Alert severity="error">{error}</Alert>}
          </>
        )}
        <input ref={input} type="file" accept=".csv,.txt,text/csv,text/plain" hidden onChange={choose} />
      </DialogContent>
      <DialogActions>
        {shown && !isUnderWay(shown) && <Button onClick={onAgain}>{translate('contacts.import.again')}</Button>}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {!shown && (
          <Button variant="contained" startIcon={<UploadFile />} loading={busy} onClick={() => input.current?.click()}>
            {translate(busy ? 'contacts.import.sending' : 'contacts.import.choose')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
