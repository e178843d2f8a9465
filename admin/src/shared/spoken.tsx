import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Text for screen readers only. */
export function Spoken({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Box
      component="span"
      id={id}
      sx={{
        position: 'absolute',
        // the number 1 would mean 100 %
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
