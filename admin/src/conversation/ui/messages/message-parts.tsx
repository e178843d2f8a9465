import AutoStories from '@mui/icons-material/AutoStoriesOutlined';
import Forward from '@mui/icons-material/ShortcutOutlined';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorderOutlined';
import { Box, CircularProgress, styled, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useTranscribing } from '../../data/use-message-actions';
import { ratingLabel, transcriptOf } from '../../model/message-content';
import type { Message, Rating } from '../../model/types';

export const HeaderText = styled('div')({ fontWeight: 700, marginBottom: 2, overflowWrap: 'anywhere' });

export const FooterText = styled('div')(({ theme }) => ({
  marginTop: 4,
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
}));

/** The buttons that the customer sees. */
export function ChoiceList({ choices }: { choices: readonly string[] }) {
  return choices.map((choice, index) => (
    <Typography
      // texts may repeat
      key={index}
      variant="body2"
      sx={{
        mt: 0.5,
        px: 1,
        py: 0.5,
        border: '1px solid color-mix(in srgb, currentColor 35%, transparent)',
        borderRadius: '8px',
        textAlign: 'center',
        fontWeight: 600,
      }}
    >
      {choice}
    </Typography>
  ));
}

const ForwardedLine = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginBottom: 2,
  fontSize: textSize.caption,
  fontStyle: 'italic',
  color: theme.palette.text.secondary,
}));

/** A story or a publication that the message is about. */
export function OriginMark({ origin }: { origin: string }) {
  const translate = useTranslate();
  return (
    <ForwardedLine>
      <AutoStories aria-hidden fontSize="mini" />
      {translate(origin)}
    </ForwardedLine>
  );
}

const TranscriptText = styled('div')(({ theme }) => ({
  width: 260,
  maxWidth: '100%',
  marginTop: 6,
  fontSize: textSize.small,
  lineHeight: 1.45,
  whiteSpace: 'pre-wrap',
  color: theme.palette.text.primary,
  '& > span': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    fontSize: textSize.caption,
    color: theme.palette.text.secondary,
  },
}));

const FailedChangeText = styled('div')(({ theme }) => ({
  clear: 'both',
  marginTop: 4,
  padding: '2px 8px',
  borderRadius: 8,
  fontSize: textSize.caption,
  color: theme.palette.error.main,
  background: theme.palette.background.paper,
}));

export function ForwardedMark() {
  const translate = useTranslate();
  return (
    <ForwardedLine>
      <Forward aria-hidden fontSize="mini" />
      {translate('message.forwarded')}
    </ForwardedLine>
  );
}

export function Transcript({ message }: { message: Message }) {
  const translate = useTranslate();
  const text = transcriptOf(message);
  const transcribing = useTranscribing(message);
  if (text === null && !transcribing) return null;
  return (
    <TranscriptText role="status">
      <span>
        {text === null && <CircularProgress aria-hidden size={12} />}
        {translate(text === null ? 'message.transcribing' : 'message.transcript')}
      </span>
      {text === '' ? translate('message.transcript_empty') : text}
    </TranscriptText>
  );
}

const failureTexts: Readonly<Record<string, string>> = {
  ERR_EDIT_WAPP_MSG: 'message.not_edited',
  ERR_DELETE_WAPP_MSG: 'message.not_deleted',
};

/** The provider refused an edit or a deletion. */
export function FailedChange({ message }: { message: Message }) {
  const translate = useTranslate();
  const { errorCode, errorText, status } = message;
  const text = errorCode === null || status === 'failed' ? undefined : failureTexts[errorCode];
  return text ? <FailedChangeText role="alert">{translate(text, { reason: errorText ?? '' })}</FailedChangeText> : null;
}

const scale: readonly Rating[] = [1, 2, 3];

/** Replaces the digit that the customer sent. */
export function RatingAnswer({ rating }: { rating: Rating }) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: 'atende.warn' }}>
        {scale.map((step) =>
          step <= rating ? <Star key={step} fontSize="small" /> : <StarBorder key={step} fontSize="small" />,
        )}
      </Box>
      {translate('collaboration.rated', { rating: ratingLabel(rating, translate) })}
    </Box>
  );
}

export function Reactions({ reactions }: { reactions: readonly string[] }) {
  const translate = useTranslate();
  if (reactions.length === 0) return null;
  const list = [...new Set(reactions)];
  return (
    <Box
      role="img"
      aria-label={translate('workspace.message.reactions', { list: list.join(' ') })}
      sx={{
        position: 'absolute',
        // below the ticks, to keep them visible
        bottom: -20,
        left: 10,
        px: 0.75,
        borderRadius: 99,
        fontSize: textSize.small,
        lineHeight: '22px',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        zIndex: 1,
      }}
    >
      {list.join('')}
      {reactions.length > 1 && <span style={{ fontSize: textSize.micro, marginLeft: 4 }}>{reactions.length}</span>}
    </Box>
  );
}
