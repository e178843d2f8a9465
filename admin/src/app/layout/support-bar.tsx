import Headset from '@mui/icons-material/HeadsetMicOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { authProvider } from '../../providers/auth-provider';
import { refreshSession } from '../../providers/http';
import { useSessionUser } from '../../providers/session-user';
import { useNotifyError } from '../../shared/error-text';
import { textSize } from '../../shared/type-scale';

const TICK_MS = 10_000;

function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000));
}

function Bar({ until }: { until: string }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { name, company } = useSessionUser();
  const minutes = useMinutesLeft(until);
  const over = minutes === 0;
  const leave = useEffectEvent(() => void refreshSession().catch(notifyError));
  useEffect(() => {
    if (over) leave();
  }, [over]);
  return (
    <Box
      component="section"
      aria-label={translate('platform.support.title')}
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        px: { xs: 2, sm: 3 },
        py: 0.5,
        bgcolor: 'atende.note',
        borderBottom: 1,
        borderColor: 'atende.noteLine',
        color: 'text.primary',
        fontSize: textSize.small,
      }}
    >
      <Headset aria-hidden fontSize="small" sx={{ color: 'atende.warn' }} />
      <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        {translate('platform.support.entered', { name, company: company.name })}
        <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
          {translate('platform.support.left', { smart_count: minutes })}
        </Box>
      </Box>
      <Button size="small" color="inherit" variant="outlined" onClick={() => void authProvider.logout({})}>
        {translate('platform.support.leave')}
      </Button>
    </Box>
  );
}

/** On every page while a super-admin uses an account of a company. */
export function SupportBar() {
  const { support } = useSessionUser();
  return support ? <Bar until={support.until} /> : null;
}
