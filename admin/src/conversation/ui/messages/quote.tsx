import Close from '@mui/icons-material/Close';
import { Box, ButtonBase, IconButton, styled } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { ellipsis } from '../../../shared/ellipsis';
import { textSize } from '../../../shared/type-scale';
import { isAutomatic } from '../../model/message-content';
import type { QuotedMessage } from '../../model/types';
import { MediaKindIcon, previewText } from './message-preview';

export const Quote = styled('div')(({ theme }) => ({
  width: '100%',
  display: 'block',
  boxSizing: 'border-box',
  textAlign: 'left',
  borderLeft: `3px solid ${theme.palette.primary.main}`,
  borderRadius: 6,
  padding: '4px 9px',
  marginBottom: 4,
  fontFamily: 'inherit',
  fontSize: textSize.caption,
  lineHeight: 1.45,
  color: theme.palette.text.secondary,
  background: `color-mix(in srgb, ${theme.palette.primary.main} 9%, transparent)`,
  '& b': {
    ...ellipsis,
    display: 'block',
    fontSize: textSize.caption,
    color: theme.palette.primary.main,
  },
}));

const Words = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  '& svg': { verticalAlign: '-3px', marginRight: 4 },
});

interface QuoteProps {
  quoted: QuotedMessage;
  contactName: string;
}

/** The author of the quoted message. */
function useQuotedName({ quoted, contactName }: QuoteProps): string {
  const translate = useTranslate();
  const currentUser = useSessionUser();
  const { fromMe, contact, user } = quoted;
  if (!fromMe) return contact?.name ?? contactName;
  if (isAutomatic(quoted)) return translate('workspace.message.automatic');
  if (!user) return translate('workspace.message.team');
  return user.id === currentUser.id ? translate('workspace.you') : user.name;
}

function QuoteContent(props: QuoteProps) {
  const translate = useTranslate();
  const { quoted } = props;
  const type = quoted.isDeleted ? 'deleted' : quoted.mediaType;
  return (
    <>
      <b>{useQuotedName(props)}</b>
      <Words>
        <MediaKindIcon type={type} />
        {previewText(quoted.body, type, translate)}
      </Words>
    </>
  );
}

/** The quoted message; a click scrolls to it. */
export function QuoteBlock({ onClick, ...props }: QuoteProps & { onClick: () => void }) {
  const translate = useTranslate();
  return (
    <Quote as={ButtonBase} className="quote" onClick={onClick} title={translate('workspace.message.go_to_original')}>
      <QuoteContent {...props} />
    </Quote>
  );
}

/** The message that is being replied to. */
export function ReplyBar({ onCancel, ...props }: QuoteProps & { onCancel: () => void }) {
  const translate = useTranslate();
  const name = useQuotedName(props);
  return (
    <Box
      role="group"
      aria-label={translate('workspace.composer.replying', { name })}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pb: 0.75 }}
    >
      <Quote sx={{ '@media (max-height: 600px)': { '& > span': { WebkitLineClamp: 1 } } }}>
        <QuoteContent {...props} />
      </Quote>
      <IconButton size="small" aria-label={translate('workspace.composer.cancel_reply')} onClick={onCancel}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
