import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useLocale, useTranslate } from 'react-admin';
import { formatBytes } from '../../shared/format';
import { Card, CardLink, CardText } from '../messages/bubble-styles';
import { useConversation } from '../messages/conversation-context';
import { viewerKindOf } from '../model/message-content';
import type { Message } from '../model/types';

/** A file as a card. A PDF opens in the page and has a button of its own for the download. */
export function MediaDocument({ message }: { message: Message }) {
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
  const download = {
    href: mediaUrl ?? undefined,
    target: '_blank',
    rel: 'noopener noreferrer',
    download: name,
    'aria-label': translate('workspace.message.download', { name }),
  };
  if (viewerKindOf(message) !== 'pdf')
    return (
      <CardLink {...download}>
        <Description aria-hidden fontSize="huge" sx={{ color: 'primary.main', flex: 'none' }} />
        {text}
        <Download aria-hidden sx={{ color: 'text.secondary', flex: 'none' }} />
      </CardLink>
    );
  return (
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
  );
}
