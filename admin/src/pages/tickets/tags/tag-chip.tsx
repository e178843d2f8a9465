import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../../shared/color-dot';
import { textSize } from '../../../shared/type-scale';
import type { Coloured } from '../model/types';

/** One tag of the conversation, and the way to take it away. */
export function TagChip({ tag, onRemove }: { tag: Coloured; onRemove: () => void }) {
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
