import {
  Box,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { useNotifyError } from '../../../shared/error-text';
import { PhoneField } from '../../../shared/phone-field';
import QrCode from '../../../shared/qr-code';

const SIDE_PX = 264;

interface QrDialogProps {
  connectionId: number;
  name: string;
  /** Of the list; later codes come as events. */
  qrcode: string;
  onClose: () => void;
}

/** Not to be scanned: typed on the phone. */
const isTyped = (code: string): boolean => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(code);

/** Asks for a code to type on the phone with a number. */
function CodeRequest({ connectionId }: { connectionId: number }) {
  const translate = useTranslate();
  const onError = useNotifyError();
  const [open, setOpen] = useState(false);
  const [number, setNumber] = useState('');
  const ask = useMutation({
    mutationFn: () => api(`/whatsappsession/${connectionId}`, { method: 'PUT', body: { number } }),
    onError,
  });
  if (!open)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        {translate('connections.qr.use_code')}
      </Button>
    );
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
      sx={{ display: 'grid', gap: 1, width: '100%' }}
    >
      <PhoneField
        autoFocus
        size="small"
        label={translate('connections.qr.phone')}
        value={number}
        onChange={setNumber}
      />
      <Button type="submit" variant="contained" loading={ask.isPending} disabled={number.replace(/\D/g, '').length < 8}>
        {translate('connections.qr.ask_code')}
      </Button>
    </Box>
  );
}

/** The QR code to pair a phone with, or the one to type there; closes when a session update has none any more (spec 002 §2). */
export default function QrDialog({ connectionId, name, qrcode, onClose }: QrDialogProps) {
  const translate = useTranslate();
  const title = useId();
  const [latest, setLatest] = useState<string | null>(null);
  const code = latest ?? qrcode;
  useSocketEvent('whatsappSession', ({ session }) => {
    if (session.id !== connectionId) return;
    if (session.qrcode === '') onClose();
    else setLatest(session.qrcode);
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs">
      <DialogTitle id={title}>{translate('connections.qr.title', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate(isTyped(code) ? 'connections.qr.code_text' : 'connections.qr.text')}
        </Typography>
        {isTyped(code) ? (
          <Typography
            variant="h1"
            component="p"
            aria-label={translate('connections.qr.code')}
            sx={{ letterSpacing: 4, py: 4 }}
          >
            {code}
          </Typography>
        ) : (
          <>
            <Box sx={{ width: SIDE_PX, maxWidth: '100%', aspectRatio: '1', display: 'grid', placeItems: 'center' }}>
              {code === '' ? (
                <CircularProgress aria-label={translate('connections.qr.waiting')} />
              ) : (
                <QrCode text={code} label={translate('connections.qr.image')} width={SIDE_PX} />
              )}
            </Box>
            <CodeRequest connectionId={connectionId} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
