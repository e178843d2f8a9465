import { Box, Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { lazyComponent } from '../lazy-component';

const QrCode = lazyComponent(() => import('../qr-code'));

/** What to do with an authenticator app: scan the code, or on the phone itself open or type the key. */
export function SetupSteps({ secret, uri }: Schemas['TwoFactorSetup']) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      <Typography sx={{ color: 'text.secondary' }}>{translate('account.two_factor.scan')}</Typography>
      <Box sx={{ minHeight: 200 }}>
        <QrCode text={uri} label={translate('account.two_factor.qr')} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        <Link href={uri} underline="always">
          {translate('account.two_factor.open_app')}
        </Link>{' '}
        {translate('account.two_factor.or_type')}
        <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
      </Typography>
    </Box>
  );
}
