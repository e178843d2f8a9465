import CallMissed from '@mui/icons-material/CallMissedOutlined';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { formatPhone } from '../../../shared/format';
import { cardsOf } from '../model/message-data';
import type { Message } from '../model/types';
import { Card, CardText } from './bubble-styles';

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
