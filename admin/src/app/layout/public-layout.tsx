import { Box, Paper } from '@mui/material';
import { Outlet } from 'react-router-dom';
import { Logo } from '../../shared/logo';
import { ThemeToggle } from '../theme/theme-toggle';
import { LanguageSelect } from './language-select';

/** The pages before sign-in: one card in the middle, language and theme above. */
export function PublicLayout() {
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
      <title>Atende</title>
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
        <Logo size={30} />
        <Outlet />
      </Paper>
      <Box sx={{ height: 88 }} />
    </Box>
  );
}
