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
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import QrCode from '../../shared/qr-code';

const SIDE_PX = 264;

interface QrDialogProps {
  connectionId: number;
  name: string;
  /** Of the list; later codes come as events. */
  qrcode: string;
  onClose: () => void;
}

/** The QR code to pair a phone with; closes when a session update has none any more (spec 002 §2). */
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
          {translate('connections.qr.text')}
        </Typography>
        <Box sx={{ width: SIDE_PX, maxWidth: '100%', aspectRatio: '1', display: 'grid', placeItems: 'center' }}>
          {code === '' ? (
            <CircularProgress aria-label={translate('connections.qr.waiting')} />
          ) : (
            <QrCode text={code} label={translate('connections.qr.image')} width={SIDE_PX} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
