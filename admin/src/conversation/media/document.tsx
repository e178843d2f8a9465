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

function useFacts({ mediaName, mediaSize }: Message) {
  const translate = useTranslate();
  const locale = useLocale();
  const name = mediaName ?? translate('workspace.kind.application');
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  const size = mediaSize === null ? null : formatBytes(mediaSize, locale);
  return { name, facts: [extension, size].filter(Boolean).join(' · ') };
}

/** Opens in the page; a second button downloads the file. */
function PdfCard({ message }: { message: Message }) {
  const translate = useTranslate();
  const { openMedia } = useConversation();
  const { name, facts } = useFacts(message);
  return (
    <Card>
      <ButtonBase
        onClick={() => openMedia(message)}
        title={translate('media.open_document', { name })}
        sx={{ flex: 1, minWidth: 0, gap: '10px', textAlign: 'left', font: 'inherit', borderRadius: '6px' }}
      >
        <PictureAsPdf aria-hidden fontSize="huge" sx={{ color: 'error.main', flex: 'none' }} />
        <CardText>
          <b>{name}</b>
          <span>{facts}</span>
        </CardText>
      </ButtonBase>
      <IconButton
        component="a"
        size="small"
        href={message.mediaUrl ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        download={name}
        aria-label={translate('workspace.message.download', { name })}
      >
        <Download />
      </IconButton>
    </Card>
  );
}

export function MediaDocument({ message }: { message: Message }) {
  const translate = useTranslate();
  const { name, facts } = useFacts(message);
  if (viewerKindOf(message) === 'pdf') return <PdfCard message={message} />;
  return (
    <CardLink
      href={message.mediaUrl ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      download={name}
      aria-label={translate('workspace.message.download', { name })}
    >
      <Description aria-hidden fontSize="huge" sx={{ color: 'primary.main', flex: 'none' }} />
      <CardText>
        <b>{name}</b>
        <span>{facts}</span>
      </CardText>
      <Download aria-hidden sx={{ color: 'text.secondary', flex: 'none' }} />
    </CardLink>
  );
}
