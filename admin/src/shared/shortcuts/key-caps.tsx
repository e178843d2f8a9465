import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { isMac } from './match';

export function KeyCaps({ keys }: { keys: string }) {
  const translate = useTranslate();
  const caps = keys.split('+').map((key) => {
    if (key === 'mod') return isMac ? '⌘' : translate('shell.keys.mod');
    if (key === 'alt') return isMac ? '⌃⌥' : translate('shell.keys.alt');
    return key === 'escape' ? translate('shell.keys.escape') : key.toUpperCase();
  });
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, flex: 'none' }}>
      {caps.map((cap) => (
        <Box
          key={cap}
          component="kbd"
          sx={{
            minWidth: 22,
            boxSizing: 'border-box',
            px: 0.625,
            py: '1px',
            borderRadius: '6px',
            border: 1,
            borderColor: 'divider',
            bgcolor: 'background.default',
            color: 'text.secondary',
            font: 'inherit',
            fontSize: textSize.caption,
            lineHeight: 1.4,
            fontWeight: 600,
            textAlign: 'center',
          }}
        >
          {cap}
        </Box>
      ))}
    </Box>
  );
}
