import Construction from '@mui/icons-material/ConstructionOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Update from '@mui/icons-material/UpdateOutlined';
import { Box, Button } from '@mui/material';
import { type ComponentProps } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useSessionUser } from '../providers/session-user';
import { AccessDenied } from '../shared/access-denied';
import { EmptyState } from '../shared/empty-state';
import { isMissingChunk } from './error-boundary';

function StatusPage(props: ComponentProps<typeof EmptyState>) {
  return (
    <Box sx={{ height: '100%', display: 'grid' }}>
      <EmptyState {...props} />
    </Box>
  );
}

/** A page that is not built yet. */
export function ComingSoon() {
  const translate = useTranslate();
  return (
    <>
      <title>Coming Soon · Atende</title>
      <StatusPage
        icon={<Construction />}
        title={translate('shell.coming_soon')}
        message={translate('shell.coming_soon_message')}
      />
    </>
  );
}

/** Pages of the spec's route table that are for admins only. */
const adminPages = [
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

/** An unknown path. One that exists for other roles redirects like every page that is denied. */
export function NotFound() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const user = useSessionUser();
  const first = pathname.split('/')[1] ?? '';
  const denied = first === 'admin' ? !user.super : user.profile !== 'admin' && adminPages.includes(first);
  if (denied) return <AccessDenied />;
  return (
    <StatusPage
      icon={<SearchOff />}
      title={translate('ra.page.not_found')}
      message={translate('ra.message.not_found')}
      action={
        <Button variant="contained" component={Link} to="/">
          {translate('ra.action.back')}
        </Button>
      }
    />
  );
}

/** A page that threw, or whose chunks a deploy has replaced. */
export function PageError({ error }: { error: unknown }) {
  const translate = useTranslate();
  const outdated = isMissingChunk(error) && navigator.onLine;
  const message = navigator.onLine ? 'app.error.page' : 'app.error.network';
  return (
    <StatusPage
      icon={outdated ? <Update /> : <ErrorOutline />}
      title={translate(outdated ? 'shell.new_version' : 'app.error.unknown')}
      message={translate(outdated ? 'shell.new_version_message' : message)}
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {translate('app.error.reload')}
        </Button>
      }
    />
  );
}
