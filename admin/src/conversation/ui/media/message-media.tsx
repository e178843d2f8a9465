import CallMissed from '@mui/icons-material/CallMissedOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined';
import { ButtonBase, IconButton, Link } from '@mui/material';
import type { ComponentType } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { formatBytes, formatPhone } from '../../../shared/format';
import { MediaFailed, useDownload } from '../../../shared/media';
import { messageKey, sharedContactsOf, viewerKindOf } from '../../model/message-content';
import type { Message } from '../../model/types';
import { AudioPlayer } from '../audio/audio-player';
import { Card, CardLink, CardText } from '../messages/bubble-styles';
import { useConversation } from '../messages/conversation-context';
import { MediaImage, MediaSticker, MediaVideo } from './image-video';
import { MediaLocation } from './location';

/** A file as a card. A PDF opens in the page and has a button of its own for the download. */
function MediaDocument({ message }: { message: Message }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { openMedia } = useConversation();
  const { mediaUrl, mediaName, mediaSize } = message;
  const name = mediaName ?? translate('workspace.kind.application');
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  const size = mediaSize === null ? null : formatBytes(mediaSize, locale);
  const text = (
    <CardText>
      <b>{name}</b>
      <span>{[extension, size].filter(Boolean).join(' · ')}</span>
    </CardText>
  );
  const { link, failed, retry } = useDownload(mediaUrl, name);
  const download = { ...link, 'aria-label': translate('workspace.message.download', { name }) };
  const failure = failed && <MediaFailed kind="file" onRetry={retry} />;
  if (viewerKindOf(message) !== 'pdf')
    return (
      <>
        <CardLink {...download}>
          <Description aria-hidden fontSize="huge" sx={{ color: 'primary.main', flex: 'none' }} />
          {text}
          <Download aria-hidden sx={{ color: 'text.secondary', flex: 'none' }} />
        </CardLink>
        {failure}
      </>
    );
  return (
    <>
      <Card>
        <ButtonBase
          onClick={() => openMedia(message)}
          title={translate('media.open_document', { name })}
          sx={{ flex: 1, minWidth: 0, gap: '10px', textAlign: 'left', font: 'inherit', borderRadius: '6px' }}
        >
          <PictureAsPdf aria-hidden fontSize="huge" sx={{ color: 'error.main', flex: 'none' }} />
          {text}
        </ButtonBase>
        <IconButton component="a" size="small" {...download}>
          <Download />
        </IconButton>
      </Card>
      {failure}
    </>
  );
}

function MediaContacts({ message }: { message: Message }) {
  return sharedContactsOf(message).map((card) => (
    <Card key={`${card.name}${card.phones.join()}`}>
      <Avatar name={card.name} size={36} />
      <CardText>
        <b>{card.name}</b>
        {card.phones.map((phone) => (
          <Link key={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {formatPhone(phone)}
          </Link>
        ))}
      </CardText>
    </Card>
  ));
}

function MediaCall({ message }: { message: Message }) {
  const translate = useTranslate();
  return (
    <Card>
      <CallMissed aria-hidden sx={{ color: 'error.main', flex: 'none' }} />
      <CardText>
        <b>{message.body || translate('workspace.message.call')}</b>
      </CardText>
    </Card>
  );
}

function MediaAudio({ message }: { message: Message }) {
  return <AudioPlayer id={messageKey(message)} src={message.mediaUrl} />;
}

/** The file of a template header, by its MIME type. */
function TemplateMedia({ message }: { message: Message }) {
  if (!message.mediaUrl || !message.mediaMime) return null;
  if (message.mediaMime.startsWith('image/')) return <MediaImage message={message} />;
  if (message.mediaMime.startsWith('video/')) return <MediaVideo message={message} />;
  return <MediaDocument message={message} />;
}

const componentByType: Partial<Record<string, ComponentType<{ message: Message }>>> = {
  image: MediaImage,
  sticker: MediaSticker,
  video: MediaVideo,
  audio: MediaAudio,
  template: TemplateMedia,
  application: MediaDocument,
  locationMessage: MediaLocation,
  contactMessage: MediaContacts,
  vcard: MediaContacts,
  multi_vcard: MediaContacts,
  call_log: MediaCall,
};

export function MessageMedia({ message }: { message: Message }) {
  const Media = componentByType[message.mediaType];
  return Media ? <Media message={message} /> : null;
}

const typesWithoutCaption: readonly string[] = [
  'locationMessage',
  'contactMessage',
  'vcard',
  'multi_vcard',
  'call_log',
  'sticker',
];

/** The text under the media; a file name is not a caption. */
export function captionOf(message: Message): string {
  if (typesWithoutCaption.includes(message.mediaType)) return '';
  return message.mediaName !== null && message.body === message.mediaName ? '' : message.body;
}
