import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useViewer } from '../data/use-viewer';
import { KindIcon } from '../list/kind-icon';
import { kindOf, previewText } from '../list/preview';
import type { QuotedMessage } from '../model/types';
import { isAutomatic } from '../model/writers';

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
    display: 'block',
    fontSize: textSize.caption,
    color: theme.palette.primary.main,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));

const Words = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  '& svg': { verticalAlign: '-3px', marginRight: 4 },
});

/** Who wrote what is quoted. */
export function useQuotedName(quoted: QuotedMessage, contactName: string): string {
  const translate = useTranslate();
  const viewer = useViewer();
  const { fromMe, contact, user } = quoted;
  if (!fromMe) return contact?.name ?? contactName;
  if (isAutomatic(quoted)) return translate('workspace.message.automatic');
  if (!user) return translate('workspace.message.team');
  return user.id === viewer.id ? translate('workspace.you') : user.name;
}

export function QuoteContent({ quoted, contactName }: { quoted: QuotedMessage; contactName: string }) {
  const translate = useTranslate();
  const type = quoted.isDeleted ? 'deleted' : quoted.mediaType;
  const kind = kindOf(type);
  const name = useQuotedName(quoted, contactName);
  return (
    <>
      <b>{name}</b>
      <Words>
        {kind && <KindIcon kind={kind} />}
        {previewText(quoted.body, type, translate)}
      </Words>
    </>
  );
}

interface QuoteBlockProps {
  quoted: QuotedMessage;
  contactName: string;
  onClick: () => void;
}

/** What a message answers; a click goes to the original. */
export function QuoteBlock({ quoted, contactName, onClick }: QuoteBlockProps) {
  const translate = useTranslate();
  return (
    <Quote as={ButtonBase} className="quote" onClick={onClick} title={translate('workspace.message.go_to_original')}>
      <QuoteContent quoted={quoted} contactName={contactName} />
    </Quote>
  );
}
