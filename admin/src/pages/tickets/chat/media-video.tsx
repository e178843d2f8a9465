import OpenInFull from '@mui/icons-material/OpenInFull';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { plainText } from '../model/text-format';
import type { Message } from '../model/types';
import { useChat } from './chat-context';
import { roomOf } from './media-room';

/** A video with the browser's own controls, and a way to see it large. */
export function MediaVideo({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useChat();
  const { mediaUrl, thumbUrl } = message;
  const label = plainText(message.body) || translate('workspace.message.video');
  return (
    <Box
      sx={{ position: 'relative', maxWidth: '100%', maxHeight: 380, mb: 0.5, borderRadius: '10px', overflow: 'hidden' }}
      style={roomOf(message, 16 / 9)}
    >
      <Box
        component="video"
        src={mediaUrl ?? undefined}
        poster={thumbUrl ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={label}
        sx={{ display: 'block', width: '100%', height: '100%', bgcolor: '#000' }}
      />
      {mediaUrl && (
        <IconButton
          onClick={() => openMedia(message)}
          aria-label={translate('media.enlarge_video', { name: label })}
          size="small"
          sx={{
            position: 'absolute',
            top: 6,
            // the message's menu has the other corner
            left: 6,
            color: '#fff',
            bgcolor: 'rgba(8, 15, 28, 0.55)',
            '&:hover': { bgcolor: 'rgba(8, 15, 28, 0.8)' },
          }}
        >
          <OpenInFull fontSize="mini" />
        </IconButton>
      )}
    </Box>
  );
}
