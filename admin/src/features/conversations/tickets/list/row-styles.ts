import { Button, styled } from '@mui/material';
import { Link } from 'react-router-dom';
import { ellipsis } from '../../../../shared/ellipsis';
import { textSize } from '../../../../shared/type-scale';

interface RowState {
  current: boolean;
  openable: boolean;
}

/** All rows have the same height. */
export const ROW_PX = 76;

// one styled component for all rows, of which there may be thousands
export const Row = styled('div', { shouldForwardProp: (name) => name !== 'current' && name !== 'openable' })<RowState>(
  ({ theme, current, openable }) => ({
    position: 'relative',
    display: 'flex',
    gap: 12,
    height: ROW_PX,
    boxSizing: 'border-box',
    alignItems: 'center',
    padding: '0 16px',
    borderBottom: `1px solid ${theme.palette.atende.lineSoft}`,
    background: current ? theme.palette.atende.priSoft : undefined,
    '&:hover': openable && !current ? { background: theme.palette.atende.hover } : undefined,
    '&::before': current
      ? {
          content: '""',
          position: 'absolute',
          left: 0,
          top: 10,
          bottom: 10,
          width: 3,
          borderRadius: '0 3px 3px 0',
          background: theme.palette.primary.main,
        }
      : undefined,
  }),
);

export const Body = styled('div')({ flex: 1, minWidth: 0 });

export const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0, minHeight: 20 });

/** One line: labels that do not fit wrap out of view instead of all being cut. */
export const LabelLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  flex: 1,
  gap: 6,
  minWidth: 0,
  height: 19,
  overflow: 'hidden',
  '& > *': { maxWidth: '100%', boxSizing: 'border-box' },
});

export const Name = styled('span')({ ...ellipsis, flex: 1, fontWeight: 600 });

/** Covers the whole row. */
export const NameLink = styled(Link)(({ theme }) => ({
  ...ellipsis,
  flex: 1,
  fontWeight: 600,
  color: 'inherit',
  textDecoration: 'none',
  outline: 'none !important',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2, borderRadius: 4 },
}));

export const When = styled('time')<{ 'data-unread': boolean }>(({ theme }) => ({
  fontSize: textSize.caption,
  color: theme.palette.atende.faint,
  flex: 'none',
  '&[data-unread=true]': { color: theme.palette.primary.main, fontWeight: 600 },
}));

export const Excerpt = styled('span')<{ 'data-unread': boolean }>(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  flex: 1,
  minWidth: 0,
  fontSize: textSize.small,
  color: theme.palette.text.secondary,
  '& > span': ellipsis,
  '&[data-unread=true]': { color: theme.palette.text.primary, fontWeight: 500 },
}));

export const DraftMark = styled('span')(({ theme }) => ({ color: theme.palette.warning.main, fontWeight: 500 }));

export const Fact = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  flex: 'none',
  maxWidth: 96,
  fontSize: textSize.micro,
  color: theme.palette.atende.faint,
  '& > span': ellipsis,
}));

/** Tonal, because there are many of them. */
export const AcceptButton = styled(Button)(({ theme }) => ({
  minHeight: 28,
  padding: '0 12px',
  borderRadius: 8,
  fontSize: textSize.caption,
  color: theme.palette.primary.main,
  background: theme.palette.atende.priSoft,
  '[data-current=true] &': { background: theme.palette.background.paper },
  '&:hover': { color: theme.palette.primary.contrastText, background: theme.palette.primary.main },
}));

/** Above the link that covers the row. */
export const AboveLink = styled('div')({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  gap: 4,
  alignItems: 'center',
});
