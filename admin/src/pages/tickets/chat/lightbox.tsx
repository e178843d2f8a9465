import Close from '@mui/icons-material/Close';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { plainText } from '../model/text-format';
import type { Message } from '../model/types';

/** A picture as large as the window allows; Esc or a click beside it closes. */
export function Lightbox({ message, onClose }: { message: Message; onClose: () => void }) {
  const translate = useTranslate();
  const label = plainText(message.body) || translate('workspace.message.image');
  const name = message.mediaName ?? label;
  const button = { color: '#fff', bgcolor: 'rgba(8, 15, 28, 0.55)', '&:hover': { bgcolor: 'rgba(8, 15, 28, 0.8)' } };
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen
      aria-label={label}
      slotProps={{ paper: { sx: { bgcolor: 'rgba(8, 15, 28, 0.92)', border: 0, borderRadius: '0 !important' } } }}
    >
      <Box
        onClick={onClose}
        sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', p: { xs: 1, sm: 6 } }}
      >
        <Box
          component="img"
          src={message.mediaUrl ?? undefined}
          alt={label}
          onClick={(event) => event.stopPropagation()}
          sx={{ maxWidth: '100%', maxHeight: 'calc(100dvh - 96px)', objectFit: 'contain', borderRadius: '8px' }}
        />
      </Box>
      <Box sx={{ position: 'absolute', top: 12, right: 12, display: 'flex', gap: 1 }}>
        <IconButton
          component="a"
          href={message.mediaUrl ?? ''}
          download={name}
          target="_blank"
          rel="noopener"
          aria-label={translate('workspace.message.download', { name })}
          sx={button}
        >
          <Download />
        </IconButton>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} sx={button} autoFocus>
          <Close />
        </IconButton>
      </Box>
    </Dialog>
  );
}
