import Reply from '@mui/icons-material/ReplyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { formatTime } from '../../shared/format';
import { AudioPlayer } from '../tickets/chat/audio-player';
import { Bubble, Clear, Meta, Place, Text } from '../tickets/chat/bubble-styles';
import { FormattedText } from '../tickets/chat/formatted-text';
import { Quote } from '../tickets/chat/quote-block';
import { Reactions } from '../tickets/chat/reactions';
import { previewText } from '../tickets/list/preview';
import { Ticks } from '../tickets/list/ticks';
import type { SandboxMessage } from './types';

function Media({ message }: { message: SandboxMessage }) {
  const translate = useTranslate();
  const { mediaType, mediaUrl, body } = message;
  const room = {
    display: 'block',
    width: 220,
    maxWidth: '100%',
    aspectRatio: '4 / 3',
    objectFit: 'cover',
    borderRadius: '10px',
    mb: 0.5,
    bgcolor: 'atende.hover',
  } as const;
  if (mediaType === 'chat' || mediaType === 'interactive' || mediaType === 'template') return null;
  if (!mediaUrl) return <Box sx={{ color: 'text.secondary' }}>{previewText('', mediaType, translate)}</Box>;
  if (mediaType === 'image' || mediaType === 'sticker')
    return <Box component="img" src={mediaUrl} alt={body || translate('workspace.message.image')} sx={room} />;
  if (mediaType === 'video')
    return (
      <Box
        component="video"
        src={mediaUrl}
        controls
        aria-label={body || translate('workspace.message.video')}
        sx={room}
      />
    );
  if (mediaType === 'audio') return <AudioPlayer src={mediaUrl} />;
  return (
    <Box
      component="a"
      href={mediaUrl}
      target="_blank"
      rel="noopener noreferrer"
      sx={{ color: 'primary.main', fontWeight: 600 }}
    >
      {previewText('', mediaType, translate)}
    </Box>
  );
}

interface SandboxBubbleProps {
  message: SandboxMessage;
  quoted: SandboxMessage | undefined;
  onReply: (message: SandboxMessage) => void;
}

/** A message as the customer sees it: the customer's own are on the right. */
export function SandboxBubble({ message, quoted, onReply }: SandboxBubbleProps) {
  const translate = useTranslate();
  const mine = message.fromCustomer;
  return (
    <Place
      data-me={mine}
      data-tail
      style={{ paddingLeft: 10, paddingRight: 10, ...(message.reactions.length > 0 && { paddingBottom: 20 }) }}
    >
      <Bubble data-me={mine} data-tail data-lit={false} style={{ maxWidth: '84%' }}>
        {quoted && (
          <Quote className="quote">
            <b>{translate(quoted.fromCustomer ? 'workspace.you' : 'workspace.sandbox.company')}</b>
            {previewText(quoted.body, quoted.mediaType, translate)}
          </Quote>
        )}
        <Media message={message} />
        <Text as="span" data-large={false}>
          <FormattedText text={message.body} />
        </Text>
        <Meta>
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {mine && <Ticks ack={message.ack} />}
        </Meta>
        <Clear />
        <Reactions reactions={message.reactions} />
        <IconButton
          className="message-menu"
          size="small"
          aria-label={translate('workspace.sandbox.reply')}
          onClick={() => onReply(message)}
          style={{ background: 'inherit' }}
          sx={{ position: 'absolute', top: 3, right: 3, p: '3px', width: 24, height: 24, borderRadius: '8px' }}
        >
          <Reply sx={{ fontSize: 16 }} />
        </IconButton>
      </Bubble>
    </Place>
  );
}
