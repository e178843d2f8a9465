import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Text for screen readers only, where the eye has an icon, initials or a badge. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        width: 1,
        height: 1,
        m: '-1px',
        p: 0,
        border: 0,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
