import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The fields of a step, two to a line where there is room. */
export function StepFields({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      {title && (
        <Box component="h3" sx={{ m: 0, typography: 'h4', color: 'text.secondary' }}>
          {title}
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
