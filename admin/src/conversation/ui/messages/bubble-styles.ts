import { styled, type Theme } from '@mui/material';
import { iconSize, textSize } from '../../../shared/type-scale';

/** The distance of a row of the timeline from the sides. */
export const sidePadding = {
  paddingLeft: 40,
  paddingRight: 40,
  '@container chat (max-width: 600px)': { paddingLeft: 20, paddingRight: 20 },
  '@container chat (max-width: 440px)': { paddingLeft: 12, paddingRight: 12 },
};

export const BubbleRow = styled('div')<{ 'data-me': boolean; 'data-tail': boolean; 'data-reacted': boolean }>({
  display: 'flex',
  justifyContent: 'flex-start',
  paddingBottom: 3,
  ...sidePadding,
  '&[data-me=true]': { justifyContent: 'flex-end' },
  '&[data-tail=true]': { paddingBottom: 9 },
  '&[data-reacted=true]': { paddingBottom: 26 },
  // the gap between the bubble and its menu belongs to neither
  '&:hover .message-menu': { opacity: 1 },
});

export const Bubble = styled('div')<{
  'data-me': boolean;
  'data-tail': boolean;
  'data-highlighted': boolean;
  'data-waits'?: boolean;
}>(({ theme }) => ({
  position: 'relative',
  minWidth: 72,
  maxWidth: 'min(66%, 620px)',
  boxSizing: 'border-box',
  padding: '7px 11px 6px',
  borderRadius: 14,
  overflowWrap: 'anywhere',
  background: theme.palette.atende.in,
  boxShadow: theme.palette.mode === 'light' ? '0 1px 2px rgba(15, 27, 45, 0.06)' : 'none',
  transition: 'box-shadow 300ms ease',
  '&[data-me=true]': { background: theme.palette.atende.out },
  '&[data-waits=true]': {
    background: theme.palette.atende.note,
    outline: `1px solid ${theme.palette.atende.noteLine}`,
  },
  '&[data-me=true] > .quote': {
    background: `color-mix(in srgb, ${theme.palette.atende.panel} 60%, transparent)`,
  },
  // blue on blue would be illegible
  '&[data-me=true] span > a': { color: 'inherit' },
  '&[data-me=true][data-tail=true]': { borderBottomRightRadius: 5 },
  '&[data-me=false][data-tail=true]': { borderBottomLeftRadius: 5 },
  '&[data-highlighted=true]': { boxShadow: `0 0 0 3px ${theme.palette.primary.main}` },
  '& .message-menu': { opacity: 0 },
  '&:hover .message-menu, &:focus-within .message-menu': { opacity: 1 },
  '@media (hover: none)': { '& .message-menu': { opacity: 0.75 } },
  '@container chat (max-width: 600px)': { maxWidth: '82%' },
}));

export const Text = styled('div')<{ 'data-large': boolean }>({
  whiteSpace: 'pre-wrap',
  '&[data-large=true]': { fontSize: iconSize.huge, lineHeight: 1.2 },
});

export const Meta = styled('div')(({ theme }) => ({
  float: 'right',
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  margin: '5px 0 -2px 12px',
  minHeight: 16,
  fontSize: textSize.micro,
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
}));

export const Author = styled('div')(({ theme }) => ({
  fontSize: textSize.caption,
  fontWeight: 600,
  marginBottom: 2,
  color: theme.palette.text.secondary,
}));

export const DeletedText = styled('div')(({ theme }) => ({ fontStyle: 'italic', color: theme.palette.text.secondary }));

export const ClearFloat = styled('div')({ clear: 'both' });

const card = ({ theme }: { theme: Theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 200,
  padding: '8px 10px',
  marginBottom: 4,
  borderRadius: 10,
  background: `color-mix(in srgb, ${theme.palette.atende.panel} 55%, ${theme.palette.atende.bg} 45%)`,
  color: 'inherit',
  textDecoration: 'none',
});

export const Card = styled('div')(card);

export const CardLink = styled('a')(card);

export const CardText = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > b': { fontWeight: 600, fontSize: textSize.body },
  '& > span, & > a': { fontSize: textSize.caption, color: theme.palette.text.secondary },
  '& > a': { color: theme.palette.primary.main },
}));
