import { Box, Button, LinearProgress, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { errorText } from '../shared/error-text';
import { Logo } from '../shared/logo';

function Centered({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 2,
        p: 3,
        textAlign: 'center',
      }}
    >
      <Logo size={28} />
      {children}
    </Box>
  );
}

export function StartLoading() {
  const translate = useTranslate();
  return (
    <Centered>
      <LinearProgress aria-label={translate('ra.page.loading')} sx={{ width: 120, borderRadius: 9, height: 3 }} />
    </Centered>
  );
}

export function StartFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const translate = useTranslate();
  return (
    <Centered>
      <Typography variant="h3" component="h1">
        {translate('app.error.start')}
      </Typography>
      <Typography role="alert" sx={{ color: 'text.secondary', maxWidth: 380 }}>
        {errorText(error)}
      </Typography>
      <Button variant="contained" onClick={retry}>
        {translate('app.error.retry')}
      </Button>
    </Centered>
  );
}
