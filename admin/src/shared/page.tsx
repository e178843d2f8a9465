import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A page of full height, whose list scrolls. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        maxWidth: 1280,
        mx: 'auto',
        px: { xs: 2, sm: 3 },
        pt: { xs: 2, sm: 2.5 },
      }}
    >
      <title>{`${title} · Atende`}</title>
      {children}
    </Box>
  );
}
