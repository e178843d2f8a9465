import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { createListeners } from '../../../providers/listeners';
import { CopyLine } from '../../../shared/copy-line';

const listeners = createListeners();
let shown: string | null = null;

/** Shows a token that was just created; nobody can read it again. */
export function showNewToken(token: string | null): void {
  shown = token;
  listeners.notify();
}

export function NewTokenDialog() {
  const translate = useTranslate();
  const token = useSyncExternalStore(listeners.subscribe, () => shown);
  if (token === null) return null;
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="new-token">
      <DialogTitle id="new-token">{translate('api.tokens.created')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <Alert severity="warning">{translate('api.tokens.once')}</Alert>
        <CopyLine label={translate('api.tokens.token')} value={token} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={() => showNewToken(null)} autoFocus>
          {translate('api.tokens.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
