import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import OpenInFull from '@mui/icons-material/OpenInFull';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { MediaFailed, Picture, useLoadFailure } from '../../../shared/media';
import { reservedSize } from '../../model/files';
import { plainText } from '../../model/text-format';
import type { Message } from '../../model/types';
import { useConversation } from '../messages/conversation-context';

/**
 * The smallest available address. It stays while the bubble is mounted, so that nothing is downloaded twice; the
 * original is the fallback.
 */
function useImageSource({ mediaUrl, thumbUrl }: Message) {
  const wanted = thumbUrl ?? mediaUrl;
  const [source, setSource] = useState(wanted);
  const failure = useLoadFailure(mediaUrl);
  if (source === null && wanted !== null) setSource(wanted);
  return {
    ...failure,
    source: mediaUrl === null ? null : source,
    onError: () => {
      if (source === mediaUrl) failure.onError();
      else setSource(mediaUrl);
    },
  };
}

export function MediaImage({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useConversation();
  const { source, failed, attempt, onError, retry } = useImageSource(message);
  const label = plainText(message.body) || translate('workspace.message.image');
  if (failed) return <MediaFailed kind="image" onRetry={retry} style={reservedSize(message, 4 / 3)} />;
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
          key={attempt}
          src={source}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={onError}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </ButtonBase>
  );
}

export function MediaSticker({ message }: { message: Message }) {
  const translate = useTranslate();
  const style = { display: 'block', width: 140, height: 140, objectFit: 'contain' } as const;
  if (message.mediaUrl === null) return <Box sx={style} />;
  return <Picture src={message.mediaUrl} label={translate('workspace.message.sticker')} sx={style} />;
}

export function MediaVideo({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useConversation();
  const { mediaUrl, thumbUrl } = message;
  const label = plainText(message.body) || translate('workspace.message.video');
  const { failed, attempt, onError, retry } = useLoadFailure(mediaUrl);
  if (failed) return <MediaFailed kind="video" onRetry={retry} style={reservedSize(message, 16 / 9)} />;
  return (
    <Box
      sx={{ position: 'relative', maxWidth: '100%', maxHeight: 380, mb: 0.5, borderRadius: '10px', overflow: 'hidden' }}
      style={reservedSize(message, 16 / 9)}
    >
      <Box
        component="video"
        key={attempt}
        src={mediaUrl ?? undefined}
        poster={thumbUrl ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={label}
        onError={onError}
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
