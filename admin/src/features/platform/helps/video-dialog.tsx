import Close from '@mui/icons-material/Close';
import { Box, Dialog, DialogTitle, IconButton } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Help } from '../../../shared/helps';

/** Plays a video; Escape closes it. */
export function VideoDialog({ help: { title, video }, onClose }: { help: Help; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <DialogTitle id={titleId} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} autoFocus>
          <Close />
        </IconButton>
      </Box>
      {/* YouTube refuses to play without a referrer, which our own policy does not send */}
      <Box
        component="iframe"
        src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
        sx={{ display: 'block', width: '100%', aspectRatio: '16 / 9', border: 0, bgcolor: '#000' }}
      />
    </Dialog>
  );
}
