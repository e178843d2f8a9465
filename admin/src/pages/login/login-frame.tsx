import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { LanguageSelect } from '../../app/layout/language-select';
import { ThemeToggle } from '../../app/layout/theme-toggle';

/** A calm page with one card in the middle, for signing in. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateRows: 'auto 1fr auto',
        justifyItems: 'center',
        px: 2,
        background: ({ palette }) =>
          `radial-gradient(900px 480px at 50% -10%, ${palette.atende.priSoft}, transparent 70%), ${palette.atende.bg}`,
      }}
    >
      <Box sx={{ justifySelf: 'end', display: 'flex', alignItems: 'center', gap: 1, py: 1.5 }}>
        <LanguageSelect />
        <ThemeToggle />
      </Box>
      <Paper
        sx={{
          alignSelf: 'center',
          width: '100%',
          maxWidth: 400,
          p: { xs: 3, sm: 4.5 },
          borderRadius: '14px',
          border: 1,
          borderColor: 'divider',
        }}
      >
        {children}
      </Paper>
      <Box sx={{ height: 88 }} />
    </Box>
  );
}
