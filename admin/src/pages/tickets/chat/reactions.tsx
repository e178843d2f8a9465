import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';

/** What people thought of a message, at the edge of its bubble. */
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
        // below the ticks, which it would hide
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
