import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { formatTime } from '../../shared/format';
import { AudioPlayer } from '../tickets/chat/audio/audio-player';
import { Bubble, Clear, Gone, Meta, Place, Text } from '../tickets/chat/bubble-styles';
import { FormattedText } from '../tickets/chat/formatted-text';
import { Quote } from '../tickets/chat/quote-block';
import { Reactions } from '../tickets/chat/reactions';
import { previewText } from '../tickets/list/preview';
import { Ticks } from '../tickets/list/ticks';
import { ForwardedMark } from '../tickets/message/message-notes';
import { SandboxMenu } from './sandbox-menu';
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
  if (mediaType === 'audio') return <AudioPlayer id={message.id} src={mediaUrl} />;
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
  onChange: (message: SandboxMessage, body: string | null) => Promise<void>;
}

function Content({ message, quoted }: Pick<SandboxBubbleProps, 'message' | 'quoted'>) {
  const translate = useTranslate();
  if (message.isDeleted) return <Gone as="span">{translate('message.deleted_short')}</Gone>;
  return (
    <>
      {message.isForwarded && <ForwardedMark />}
      {quoted && (
        <Quote className="quote">
          <b>{translate(quoted.fromCustomer ? 'workspace.you' : 'workspace.sandbox.company')}</b>
          {previewText(quoted.body, quoted.isDeleted ? 'deleted' : quoted.mediaType, translate)}
        </Quote>
      )}
      <Media message={message} />
      <Text as="span" data-large={false}>
        <FormattedText text={message.body} />
      </Text>
    </>
  );
}

/** A message as the customer sees it: the customer's own are on the right. */
export function SandboxBubble({ message, quoted, onReply, onChange }: SandboxBubbleProps) {
  const translate = useTranslate();
  const mine = message.fromCustomer;
  return (
    <Place
      data-me={mine}
      data-tail
      data-reacted={message.reactions.length > 0}
      style={{ paddingLeft: 10, paddingRight: 10 }}
    >
      <Bubble data-me={mine} data-tail data-lit={false} style={{ maxWidth: '84%' }}>
        <Content message={message} quoted={quoted} />
        <Meta>
          {message.isEdited && !message.isDeleted && <span>{translate('workspace.message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {mine && !message.isDeleted && <Ticks ack={message.ack} />}
        </Meta>
        <Clear />
        <Reactions reactions={message.reactions} />
        {!message.isDeleted && <SandboxMenu message={message} onReply={onReply} onChange={onChange} />}
      </Bubble>
    </Place>
  );
}
