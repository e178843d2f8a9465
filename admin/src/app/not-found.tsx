import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useSessionUser } from '../providers/session-user';
import { EmptyState } from '../shared/empty-state';
import { Refused } from './gate';

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
];

/** An address without a screen. One that the route table keeps for other roles leads home like every refused page. */
export function NotFound() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const user = useSessionUser();
  const first = pathname.split('/')[1] ?? '';
  if (first === 'admin' ? !user.super : user.profile !== 'admin' && adminScreens.includes(first)) return <Refused />;
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
