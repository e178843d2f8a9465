import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import { Box, ButtonBase } from '@mui/material';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../../shared/color-dot';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { textSize } from '../../../shared/type-scale';
import { useTicketTags } from '../../data/use-ticket-tags';
import type { Colored, Ticket } from '../../model/types';

function TagChip({ tag, onRemove }: { tag: Colored; onRemove: () => void }) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      title={tag.name}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.625,
        minWidth: 0,
        maxWidth: 180,
        pl: 1,
        borderRadius: '6px',
        fontSize: textSize.caption,
        fontWeight: 600,
        color: 'text.secondary',
        bgcolor: 'background.default',
      }}
    >
      <ColorDot color={tag.color} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {tag.name}
      </Box>
      <ButtonBase
        aria-label={translate('drawer.tags.remove_of', { name: tag.name })}
        onClick={onRemove}
        sx={{ width: 24, height: 24, flex: 'none', borderRadius: '6px', '&:hover': { bgcolor: 'atende.hover' } }}
      >
        <Close fontSize="mini" />
      </ButtonBase>
    </Box>
  );
}

const TagPicker = lazy(() => import('./tag-picker'));

export function TicketTags({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const { tags, add, remove } = useTicketTags(ticket);
  // 'left': the button takes the focus
  const [picking, setPicking] = useState<'no' | 'yes' | 'left'>('no');
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('tag', () => setPicking('yes'));
  return (
    <Box
      role="group"
      aria-label={translate('drawer.tags.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.75,
        minHeight: 38,
        maxHeight: 76,
        overflowY: 'auto',
        boxSizing: 'border-box',
        px: { xs: 1.5, md: 2.25 },
        py: 0.75,
        '@media (max-height: 600px)': { minHeight: 28, py: 0.25 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {tags.map((tag) => (
        <TagChip
          key={tag.id}
          tag={tag}
          onRemove={() => {
            remove(tag);
            button.current?.focus();
          }}
        />
      ))}
      {picking === 'yes' ? (
        <Suspense>
          <TagPicker chosen={tags} onPick={add} onClose={(back) => setPicking(back ? 'left' : 'no')} />
        </Suspense>
      ) : (
        <ButtonBase
          ref={button}
          autoFocus={picking === 'left'}
          onClick={() => setPicking('yes')}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            minHeight: 24,
            px: 0.75,
            borderRadius: '6px',
            fontFamily: 'inherit',
            fontSize: textSize.caption,
            color: 'atende.faint',
            '&:hover': { bgcolor: 'atende.hover' },
          }}
        >
          <Add aria-hidden fontSize="mini" />
          {translate('drawer.tags.add')}
        </ButtonBase>
      )}
    </Box>
  );
}
