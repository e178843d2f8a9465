import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ratioOf } from '../model/message-data';
import { plainText } from '../model/text-format';
import type { Message } from '../model/types';
import { useChat } from './chat-context';

const WIDTH = 300;

/** A picture in its reserved room; a click shows it large. */
export function MediaImage({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openImage } = useChat();
  const [broken, setBroken] = useState(false);
  const ratio = Math.min(2.4, Math.max(0.7, ratioOf(message) ?? 4 / 3));
  const label = plainText(message.body) || translate('workspace.message.image');
  return (
    <ButtonBase
      aria-label={`${translate('workspace.message.open_image')}: ${label}`}
      onClick={() => openImage(message)}
      disabled={broken || !message.mediaUrl}
      sx={{
        display: 'block',
        width: WIDTH,
        maxWidth: '100%',
        mb: 0.5,
        borderRadius: '10px',
        overflow: 'hidden',
        aspectRatio: String(ratio),
        bgcolor: 'atende.hover',
      }}
    >
      {broken || !message.mediaUrl ? (
        <BrokenImage aria-hidden sx={{ color: 'text.secondary' }} />
      ) : (
        <Box
          component="img"
          src={message.mediaUrl}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </ButtonBase>
  );
}

/** A sticker: small, without a frame. */
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

/** A video with the browser's own controls. */
export function MediaVideo({ message }: { message: Message }) {
  const translate = useTranslate();
  return (
    <Box
      component="video"
      src={message.mediaUrl ?? undefined}
      controls
      preload="metadata"
      aria-label={plainText(message.body) || translate('workspace.message.video')}
      sx={{
        display: 'block',
        width: WIDTH,
        maxWidth: '100%',
        mb: 0.5,
        borderRadius: '10px',
        aspectRatio: String(ratioOf(message) ?? 16 / 9),
        maxHeight: 380,
        bgcolor: '#000',
      }}
    />
  );
}
