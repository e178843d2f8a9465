import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { MediaIcon } from '../../../shared/media-icon';
import { textSize } from '../../../shared/type-scale';
import { filledFor, previewOf, type QuickMessage } from '../model/quick-message';
import type { Ticket } from '../model/types';

export const optionId = (listId: string, message: QuickMessage) => `${listId}-${message.id}`;

interface SuggestionOptionProps {
  listId: string;
  ticket: Ticket;
  message: QuickMessage;
  selected: boolean;
  onActive: () => void;
  onPick: () => void;
}

/** One quick message: its shortcut, how it begins once filled, and whether a file comes along. */
export function SuggestionOption({ listId, ticket, message, selected, onActive, onPick }: SuggestionOptionProps) {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      id={optionId(listId, message)}
      role="option"
      aria-selected={selected}
      onMouseMove={selected ? undefined : onActive}
      onClick={onPick}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 36,
        px: 1,
        py: 0.5,
        borderRadius: '8px',
        cursor: 'pointer',
        '&[aria-selected=true]': { bgcolor: 'atende.priSoft' },
      }}
    >
      <Box
        component="span"
        sx={{ flex: '0 1 auto', maxWidth: '45%', fontWeight: 600, color: 'primary.main', overflowWrap: 'anywhere' }}
      >
        /{message.shortcode}
      </Box>
      <Box
        component="span"
        sx={{
          flex: 1,
          minWidth: 0,
          fontSize: textSize.small,
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {previewOf(filledFor(message.message, ticket))}
      </Box>
      {message.isMedia && (
        <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
          <MediaIcon mime={message.mediaMime} label={translate('quick.with_file')} />
        </Box>
      )}
    </Box>
  );
}
