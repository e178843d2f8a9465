import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { plainText } from '../model/text-format';
import type { Message } from '../model/types';
import { useChat } from './chat-context';
import { roomOf } from './media-room';
import { usePictureSource } from './use-picture-source';

/** A picture in its reserved room, as small as it is shown; a click shows the original. */
export function MediaImage({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useChat();
  const { source, failed } = usePictureSource(message);
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
      style={roomOf(message, 4 / 3)}
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
