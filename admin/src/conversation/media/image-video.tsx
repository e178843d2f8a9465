import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import OpenInFull from '@mui/icons-material/OpenInFull';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useConversation } from '../messages/conversation-context';
import { reservedSize } from '../model/files';
import { plainText } from '../model/text-format';
import type { Message } from '../model/types';

/**
 * The smallest available address. It stays while the bubble is mounted, so that nothing is downloaded twice; the
 * original is the fallback.
 */
function useImageSource({ mediaUrl, thumbUrl }: Message) {
  const wanted = thumbUrl ?? mediaUrl;
  const [source, setSource] = useState(wanted);
  const [broken, setBroken] = useState<string | null>(null);
  if (source === null && wanted !== null) setSource(wanted);
  return {
    source: mediaUrl === null || source === broken ? null : source,
    failed: () => {
      if (source === mediaUrl) setBroken(mediaUrl);
      else setSource(mediaUrl);
    },
  };
}

export function MediaImage({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useConversation();
  const { source, failed } = useImageSource(message);
  const label = plainText(message.body) || translate('workspace.message.image');
  return (
    <ButtonBase
      aria-label={`${translate('workspace.message.open_image')}: ${label}`}
      onClick={() => openMedia(message)}
      disabled={source === null}
      sx={{
        display: 'block',
        maxWidth: '100%',
        mb: 0.5,
        borderRadius: '10px',
        overflow: 'hidden',
        bgcolor: 'atende.hover',
      }}
      style={reservedSize(message, 4 / 3)}
    >
      {source === null ? (
        <BrokenImage aria-hidden sx={{ color: 'text.secondary' }} />
      ) : (
        <Box
          component="img"
          src={source}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={failed}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </ButtonBase>
  );
}

export function MediaSticker({ message }: { message: Message }) {
  const translate = useTranslate();
  return (
    <Box
      component="img"
      src={message.mediaUrl ?? undefined}
      alt={translate('workspace.message.sticker')}
      loading="lazy"
      width={140}
      height={140}
      sx={{ display: 'block', objectFit: 'contain' }}
    />
  );
}

export function MediaVideo({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useConversation();
  const { mediaUrl, thumbUrl } = message;
  const label = plainText(message.body) || translate('workspace.message.video');
  return (
    <Box
      sx={{ position: 'relative', maxWidth: '100%', maxHeight: 380, mb: 0.5, borderRadius: '10px', overflow: 'hidden' }}
      style={reservedSize(message, 16 / 9)}
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
            // the message menu is in the other corner
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
