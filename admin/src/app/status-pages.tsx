import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Construction from '@mui/icons-material/ConstructionOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Update from '@mui/icons-material/UpdateOutlined';
import { Box, Button } from '@mui/material';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useSessionUser } from '../providers/session-user';
import { AccessDenied } from '../shared/access-denied';
import { EmptyState } from '../shared/empty-state';
import { isMissingChunk, isServed } from './error-boundary';

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

function ReloadPage({ Icon, title, message }: { Icon: typeof Update; title: string; message: string }) {
  const translate = useTranslate();
  return (
    <StatusPage
      icon={<Icon />}
      title={translate(title)}
      message={translate(message)}
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {translate('app.error.reload')}
        </Button>
      }
    />
  );
}

const RETRY_MS = 2000;

/** A page that is not in this browser: a deploy has replaced it, or there is no network, after which it is loaded. */
function MissingPage() {
  const translate = useTranslate();
  const [state, setState] = useState<'unknown' | 'outdated' | 'unreachable'>('unknown');
  const check = useEffectEvent(async () => {
    if (!(await isServed())) setState('unreachable');
    else if (state === 'unreachable') window.location.reload();
    else setState('outdated');
  });
  useEffect(() => {
    void check();
  }, []);
  const unreachable = state === 'unreachable';
  useEffect(() => {
    if (!unreachable) return undefined;
    const timer = window.setInterval(() => void check(), RETRY_MS);
    return () => window.clearInterval(timer);
  }, [unreachable]);
  if (state === 'unknown') return null;
  if (state === 'outdated')
    return <ReloadPage Icon={Update} title="shell.new_version" message="shell.new_version_message" />;
  return (
    <StatusPage
      icon={<CloudOff />}
      title={translate('shell.not_loaded')}
      message={translate('shell.not_loaded_message')}
      action={
        <Button variant="contained" onClick={() => void check()}>
          {translate('app.error.retry')}
        </Button>
      }
    />
  );
}

/** A page that threw, or that could not be loaded. */
export function PageError({ error }: { error: unknown }) {
  if (isMissingChunk(error)) return <MissingPage />;
  const message = navigator.onLine ? 'app.error.page' : 'app.error.network';
  return <ReloadPage Icon={ErrorOutline} title="app.error.unknown" message={message} />;
}
