import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useTicketTags } from '../data/use-ticket-tags';
import type { Ticket } from '../model/types';
import { TagChip } from './tag-chip';

const TagPicker = lazy(() => import('./tag-picker'));

/** The tags of the opened conversation: taken away by a click, added by typing. */
export function TicketTags({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const { tags, add, remove } = useTicketTags(ticket);
  // 'left': with the keyboard, which goes on from the button.
  const [picking, setPicking] = useState<'no' | 'yes' | 'left'>('no');
  const button = useRef<HTMLButtonElement>(null);
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
