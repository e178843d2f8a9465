import CallMissed from '@mui/icons-material/CallMissedOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import Link from '@mui/material/Link';
import { useLocale, useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { formatBytes, formatPhone } from '../../../shared/format';
import { cardsOf, placeOf } from '../model/message-data';
import type { Message } from '../model/types';
import { Card, CardLink, CardText } from './bubble-styles';

export function MediaDocument({ message }: { message: Message }) {
  const translate = useTranslate();
  const locale = useLocale();
  const name = message.mediaName ?? translate('workspace.kind.application');
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  const size = message.mediaSize === null ? null : formatBytes(message.mediaSize, locale);
  return (
    <CardLink
      href={message.mediaUrl ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      download={name}
      aria-label={translate('workspace.message.download', { name })}
    >
      <Description aria-hidden sx={{ fontSize: 30, color: 'primary.main', flex: 'none' }} />
      <CardText>
        <b>{name}</b>
        <span>{[extension, size].filter(Boolean).join(' · ')}</span>
      </CardText>
      <Download aria-hidden sx={{ fontSize: 20, color: 'text.secondary', flex: 'none' }} />
    </CardLink>
  );
}

export function MediaPlace({ message }: { message: Message }) {
  const translate = useTranslate();
  const place = placeOf(message);
  if (!place) return null;
  const { latitude, longitude, name, address } = place;
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <Card>
      <PlaceIcon aria-hidden sx={{ fontSize: 30, color: 'error.main', flex: 'none' }} />
      <CardText>
        <b>{name || translate('workspace.kind.location')}</b>
        <span>{address || `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</span>
        <Link href={href} target="_blank" rel="noopener noreferrer">
          {translate('workspace.message.open_map')}
        </Link>
      </CardText>
    </Card>
  );
}

export function MediaContacts({ message }: { message: Message }) {
  return cardsOf(message).map((card) => (
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

export function MediaCall({ message }: { message: Message }) {
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
