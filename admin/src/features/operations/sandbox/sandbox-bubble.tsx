import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Reply from '@mui/icons-material/ReplyOutlined';
import { Box, IconButton } from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { AudioPlayer } from '../../../conversation/ui/audio/audio-player';
import {
  Bubble,
  BubbleRow,
  ClearFloat,
  DeletedText,
  Meta,
  Text,
} from '../../../conversation/ui/messages/bubble-styles';
import { FormattedText } from '../../../conversation/ui/messages/formatted-text';
import { ForwardedMark, Reactions } from '../../../conversation/ui/messages/message-parts';
import { previewText, Ticks } from '../../../conversation/ui/messages/message-preview';
import { Quote } from '../../../conversation/ui/messages/quote';
import { useNotifyError } from '../../../shared/error-text';
import { formatTime } from '../../../shared/format';
import { MediaFailed, Picture, useDownload, Video } from '../../../shared/media';
import type { SandboxMessage } from './api';

const EditDialog = lazy(() => import('../../../conversation/ui/messages/edit-dialog'));

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      onClick={onClick}
      style={{ background: 'inherit' }}
      sx={{ p: '3px', width: 24, height: 24, borderRadius: '8px' }}
    >
      {children}
    </IconButton>
  );
}

interface SandboxMenuProps {
  message: SandboxMessage;
  onReply: (message: SandboxMessage) => void;
  onChange: (message: SandboxMessage, body: string | null) => Promise<void>;
}

function SandboxMenu({ message, onReply, onChange }: SandboxMenuProps) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const [editing, setEditing] = useState(false);
  const own = message.fromCustomer;
  const remove = () => void onChange(message, null).catch(notifyError);
  return (
    <>
      <Box
        className="message-menu"
        sx={{ position: 'absolute', top: 3, right: 3, display: 'flex', background: 'inherit', borderRadius: '8px' }}
      >
        {own && message.mediaType === 'chat' && (
          <Tool label={translate('message.edit')} onClick={() => setEditing(true)}>
            <Edit fontSize="mini" />
          </Tool>
        )}
        {own && (
          <Tool label={translate('message.delete')} onClick={remove}>
            <Delete fontSize="mini" />
          </Tool>
        )}
        <Tool label={translate('workspace.sandbox.reply')} onClick={() => onReply(message)}>
          <Reply fontSize="mini" />
        </Tool>
      </Box>
      {editing && (
        <Suspense>
          <EditDialog
            initial={message.body}
            save={(body) => onChange(message, body)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function FileLink({ url, name }: { url: string; name: string }) {
  const { link, failed, retry } = useDownload(url, name);
  return (
    <>
      <Box component="a" {...link} sx={{ color: 'primary.main', fontWeight: 600 }}>
        {name}
      </Box>
      {failed && <MediaFailed kind="file" onRetry={retry} />}
    </>
  );
}

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
    return <Picture src={mediaUrl} label={body || translate('workspace.message.image')} sx={room} />;
  if (mediaType === 'video')
    return <Video src={mediaUrl} label={body || translate('workspace.message.video')} sx={room} />;
  if (mediaType === 'audio') return <AudioPlayer id={message.id} src={mediaUrl} />;
  return <FileLink url={mediaUrl} name={previewText('', mediaType, translate)} />;
}

interface SandboxBubbleProps {
  message: SandboxMessage;
  quoted: SandboxMessage | undefined;
  onReply: (message: SandboxMessage) => void;
  onChange: (message: SandboxMessage, body: string | null) => Promise<void>;
}

function Content({ message, quoted }: Pick<SandboxBubbleProps, 'message' | 'quoted'>) {
  const translate = useTranslate();
  if (message.isDeleted) return <DeletedText as="span">{translate('message.deleted_short')}</DeletedText>;
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

/** The customer's own messages are on the right. */
export function SandboxBubble({ message, quoted, onReply, onChange }: SandboxBubbleProps) {
  const translate = useTranslate();
  const mine = message.fromCustomer;
  return (
    <BubbleRow
      data-me={mine}
      data-tail
      data-reacted={message.reactions.length > 0}
      style={{ paddingLeft: 10, paddingRight: 10 }}
    >
      <Bubble data-me={mine} data-tail data-highlighted={false} style={{ maxWidth: '84%' }}>
        <Content message={message} quoted={quoted} />
        <Meta>
          {message.isEdited && !message.isDeleted && <span>{translate('workspace.message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {mine && !message.isDeleted && <Ticks ack={message.ack} />}
        </Meta>
        <ClearFloat />
        <Reactions reactions={message.reactions} />
        {!message.isDeleted && <SandboxMenu message={message} onReply={onReply} onChange={onChange} />}
      </Bubble>
    </BubbleRow>
  );
}
