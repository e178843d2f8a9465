import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Template, TemplateValues } from '../../../../conversation/model/template';
import {
  Bubble,
  BubbleRow,
  CardText,
  Card as FileCard,
  Text,
} from '../../../../conversation/ui/messages/bubble-styles';
import { FormattedText } from '../../../../conversation/ui/messages/formatted-text';
import { TemplatePreview } from '../../../../conversation/ui/templates/template-preview';
import { Avatar } from '../../../../shared/avatar';
import { ellipsis } from '../../../../shared/ellipsis';
import { useLocalUrl } from '../../../../shared/file-preview';
import { formatBytes, formatPhone } from '../../../../shared/format';
import { Picture } from '../../../../shared/media';
import { MediaIcon } from '../../../../shared/media-icon';
import { PhoneFrame } from '../../../../shared/phone-frame';
import { TooltipIconButton } from '../../../../shared/tooltip-icon-button';
import { textSize } from '../../../../shared/type-scale';
import type { Recipient } from '../use-audience';

export interface PreviewFile {
  name: string;
  mime: string | null;
  size: number | null;
  /** An address, or the chosen file. */
  source: string | File | null;
}

function FileBubble({ file: { name, mime, size, source } }: { file: PreviewFile }) {
  const local = useLocalUrl(source instanceof File ? source : null);
  const url = typeof source === 'string' ? source : local;
  if (url && mime?.startsWith('image/'))
    return (
      <Picture
        src={url}
        label={name}
        sx={{
          display: 'block',
          width: 220,
          maxWidth: '100%',
          maxHeight: 180,
          objectFit: 'cover',
          borderRadius: '10px',
          mb: 0.5,
        }}
      />
    );
  return (
    <FileCard>
      <MediaIcon mime={mime} />
      <CardText>
        <b>{name}</b>
        {size !== null && <span>{formatBytes(size)}</span>}
      </CardText>
    </FileCard>
  );
}

/** A message on the phone of a customer: the company's on the left. */
function Row({ own = false, children }: { own?: boolean; children: ReactNode }) {
  return (
    <BubbleRow data-me={own} data-tail data-reacted={false} style={{ paddingLeft: 10, paddingRight: 10 }}>
      <Bubble data-me={own} data-tail data-highlighted={false} style={{ maxWidth: '88%' }}>
        {children}
      </Bubble>
    </BubbleRow>
  );
}

const FormattedLines = ({ text }: { text: string }) => (
  <Text as="span" data-large={false}>
    <FormattedText text={text} />
  </Text>
);

export interface PhoneContent {
  /** The text of the file list, before everything else. */
  intro: string;
  /** Before the message. */
  files: readonly (PreviewFile & { caption: string })[];
  media: PreviewFile | null;
  text: string;
  /** Instead of the text. */
  template: { template: Template; params: TemplateValues } | null;
  /** What follows a reply; null where no reply is asked for. */
  followUp: string | null;
}

interface PhonePreviewProps {
  /** With its variables filled. */
  content: PhoneContent;
  recipient: Recipient | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

function PhoneHeader({ recipient, previous, next }: Omit<PhonePreviewProps, 'content'>) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.25,
        py: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Avatar name={recipient?.name ?? '?'} size={32} seed={recipient?.id ?? 0} />
      <Box role="status" sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ ...ellipsis, fontWeight: 600 }}>{recipient?.name ?? translate('campaigns.preview.nobody')}</Box>
        <Box sx={{ ...ellipsis, fontSize: textSize.caption, color: 'text.secondary' }}>
          {recipient ? formatPhone(recipient.number) : translate('campaigns.preview.nobody_help')}
        </Box>
      </Box>
      {(previous || next) && (
        <>
          <TooltipIconButton
            size="small"
            label={translate('campaigns.preview.previous')}
            disabled={!previous}
            onClick={previous}
          >
            <ChevronLeft />
          </TooltipIconButton>
          <TooltipIconButton size="small" label={translate('campaigns.preview.next')} disabled={!next} onClick={next}>
            <ChevronRight />
          </TooltipIconButton>
        </>
      )}
    </Box>
  );
}

function Messages({ content: { intro, files, media, text, template, followUp } }: Pick<PhonePreviewProps, 'content'>) {
  const translate = useTranslate();
  return (
    <>
      {intro.trim() !== '' && (
        <Row>
          <FormattedLines text={intro} />
        </Row>
      )}
      {files.map((file) => (
        <Row key={file.name}>
          <FileBubble file={file} />
          {file.caption.trim() !== '' && <FormattedLines text={file.caption} />}
        </Row>
      ))}
      {template ? (
        <TemplatePreview
          template={template.template}
          values={template.params}
          files={media?.source instanceof File ? [media.source] : []}
        />
      ) : (
        (media || text.trim() !== '') && (
          <Row>
            {media && <FileBubble file={media} />}
            <FormattedLines text={text} />
          </Row>
        )
      )}
      {followUp !== null && (
        <>
          <Row own>
            <FormattedLines text={translate('campaigns.preview.reply')} />
          </Row>
          {followUp.trim() !== '' && (
            <Row>
              <FormattedLines text={followUp} />
            </Row>
          )}
        </>
      )}
    </>
  );
}

/** The campaign on the phone of one of its recipients, as far as it is written. */
export function PhonePreview({ content, ...header }: PhonePreviewProps) {
  const translate = useTranslate();
  const { intro, files, media, text, template, followUp } = content;
  const empty = intro.trim() === '' && files.length === 0 && !media && !template && text.trim() === '' && !followUp;
  return (
    <PhoneFrame label={translate('campaigns.preview.title')} height={620}>
      <PhoneHeader {...header} />
      <Box
        tabIndex={0}
        role="region"
        aria-label={translate('campaigns.preview.messages')}
        sx={{ overflowY: 'auto', py: 2, containerType: 'inline-size', containerName: 'chat' }}
      >
        {empty ? (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', px: 3, py: 6 }}>
            {translate('campaigns.preview.empty')}
          </Typography>
        ) : (
          <Messages content={content} />
        )}
      </Box>
      <Typography
        variant="caption"
        sx={{ p: 1, textAlign: 'center', color: 'text.secondary', bgcolor: 'background.paper' }}
      >
        {translate('campaigns.preview.help')}
      </Typography>
    </PhoneFrame>
  );
}
