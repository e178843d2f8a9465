import CallMissed from '@mui/icons-material/CallMissedOutlined';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { formatPhone } from '../../shared/format';
import { AudioPlayer } from '../audio/audio-player';
import { trackId } from '../audio/voice-queue';
import { Card, CardText } from '../messages/bubble-styles';
import { sharedContactsOf } from '../model/message-content';
import type { Message } from '../model/types';
import { MediaDocument } from './document';
import { MediaImage, MediaSticker, MediaVideo } from './image-video';
import { MediaLocation } from './location';

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

function TemplateMedia({ message }: { message: Message }) {
  if (!message.mediaUrl || !message.mediaMime) return null;
  if (message.mediaMime.startsWith('image/')) return <MediaImage message={message} />;
  if (message.mediaMime.startsWith('video/')) return <MediaVideo message={message} />;
  return <MediaDocument message={message} />;
}

export function MessageMedia({ message }: { message: Message }) {
  switch (message.mediaType) {
    case 'image':
      return <MediaImage message={message} />;
    case 'sticker':
      return <MediaSticker message={message} />;
    case 'video':
      return <MediaVideo message={message} />;
    case 'audio':
      return <AudioPlayer id={trackId(message)} src={message.mediaUrl} />;
    case 'template':
      return <TemplateMedia message={message} />;
    case 'application':
      return <MediaDocument message={message} />;
    case 'locationMessage':
      return <MediaLocation message={message} />;
    case 'contactMessage':
    case 'vcard':
    case 'multi_vcard':
      return <MediaContacts message={message} />;
    case 'call_log':
      return <MediaCall message={message} />;
    default:
      return null;
  }
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
