import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Text for screen readers only, where the eye has an icon, initials or a badge. */
export function Spoken({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Box
      component="span"
      id={id}
      sx={{
        position: 'absolute',
        // a bare 1 would be the whole width
        width: '1px',
        height: '1px',
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
