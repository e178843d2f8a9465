import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

/** What there is to choose from stands above the field that is typed in, which keeps the focus. */
export function SuggestionPopover({ width, children }: { width: number; children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      onMouseDown={(event) => event.preventDefault()}
      sx={{
        position: 'absolute',
        zIndex: 3,
        left: 0,
        right: 0,
        bottom: 'calc(100% + 8px)',
        maxWidth: width,
        borderRadius: '12px',
        overflow: 'hidden',
        boxShadow: '0 12px 32px -12px rgba(8, 15, 28, 0.32)',
      }}
    >
      {children}
    </Paper>
  );
}
