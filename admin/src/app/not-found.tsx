import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useSessionUser } from '../providers/session-user';
import { EmptyState } from '../shared/empty-state';

const adminScreens = [
  'connections',
  'files',
  'users',
  'integrations',
  'api-docs',
  'settings',
  'queues',
  'aireports',
  'aicampaigns',
  'smsreports',
  'smscampaigns',
  'leads',
  'pabx-phones',
  'pabx-numbers',
  'pabx-menu',
];

/** An address without a screen. Screens of other roles lead home, as the route table says. */
export function NotFound() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const user = useSessionUser();
  const first = pathname.split('/')[1] ?? '';
  if (first === 'admin' ? !user.super : user.profile !== 'admin' && adminScreens.includes(first))
    return <Navigate to="/" replace />;
  return (
    <Box sx={{ height: '100%', display: 'grid' }}>
      <EmptyState
        icon={<SearchOff />}
        title={translate('ra.page.not_found')}
        message={translate('ra.message.not_found')}
        action={
          <Button variant="contained" component={Link} to="/">
            {translate('ra.action.back')}
          </Button>
        }
      />
    </Box>
  );
}
