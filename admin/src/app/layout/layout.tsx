import { Box, Drawer, LinearProgress } from '@mui/material';
import { memo, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { Link, useLocation } from 'react-router-dom';
import { outbox } from '../../conversation/data/outbox-store';
import { useLiveChats } from '../../conversation/data/use-chats';
import { onResync, useSocketStatus } from '../../providers/realtime';
import { useFocusRestoration } from '../../shared/focus';
import { Logo } from '../../shared/logo';
import { useLiveMentions } from '../../shared/mentions';
import { useShortcutKeys } from '../../shared/shortcuts/use-shortcut';
import { useAlerts } from '../notifications/use-alerts';
import { useNoticeCount } from '../notifications/use-notice-count';
import { useTabBadge } from '../notifications/use-tab-badge';
import { useLiveUnreadTickets } from '../notifications/use-unread-tickets';
import { Overlays } from '../overlays/overlays';
import { PageError } from '../status-pages';
import { useHasChats } from './chats-badge';
import { useConnectionCheck } from './connections-badge';
import { OfflineBar } from './offline-bar';
import { PageTabs } from './page-tabs';
import { SideMenu } from './side-menu';
import { SupportBar } from './support-bar';
import { TopBar } from './top-bar';
import { type DrawerState, useDrawer } from './use-drawer';

const OPEN_PX = 240;
const COMPACT_PX = 64;

const SideBar = memo(function SideBar({ drawer }: { drawer: DrawerState }) {
  const translate = useTranslate();
  const compact = !drawer.open && !drawer.temporary;
  const width = compact ? COMPACT_PX : OPEN_PX;
  return (
    <Drawer
      variant={drawer.temporary ? 'temporary' : 'permanent'}
      open={drawer.open || !drawer.temporary}
      onClose={drawer.close}
      sx={{ width: drawer.temporary ? 0 : width, flex: 'none', transition: 'width 160ms ease' }}
      slotProps={{
        paper: {
          'aria-label': drawer.temporary ? translate('app.layout.menu') : undefined,
          sx: { width, overflow: 'hidden', transition: 'width 160ms ease' },
        },
      }}
    >
      <Box
        component="nav"
        aria-label={translate('app.layout.menu')}
        sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
      >
        <Box
          component={Link}
          to="/"
          onClick={drawer.close}
          sx={{
            display: 'flex',
            alignItems: 'center',
            height: 56,
            flex: 'none',
            px: 2.5,
            mb: 0.5,
            textDecoration: 'none',
          }}
        >
          {compact ? <img src="/favicon.svg" alt="Atende" width={24} height={24} /> : <Logo />}
        </Box>
        <SideMenu compact={compact} onNavigate={drawer.close} />
      </Box>
    </Drawer>
  );
});

function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'absolute',
        left: 8,
        top: -60,
        zIndex: 2000,
        p: 1,
        borderRadius: '8px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:focus': { top: 8 },
      }}
    >
      {translate('ra.navigation.skip_nav')}
    </Box>
  );
}

/** Sends queued messages again when the server is back. */
function useResumedOutbox(): void {
  const live = useSocketStatus() === 'ready';
  useEffect(() => {
    if (live) outbox.resume();
    return onResync(() => outbox.resume());
  }, [live]);
}

/** What runs on every page: notifications, shortcuts, focus, the check of the connections, the outbox. A component of its own, so that their changes do not render the layout. */
function BackgroundTasks(): null {
  useLiveUnreadTickets();
  useLiveMentions();
  useLiveChats(useHasChats());
  useAlerts();
  useTabBadge(useNoticeCount().sum);
  useShortcutKeys();
  useFocusRestoration();
  useConnectionCheck();
  useResumedOutbox();
  return null;
}

/** Side menu, top bar and the page. The page scrolls by itself, the layout never does. */
export function Layout({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const drawer = useDrawer();
  const { pathname } = useLocation();
  const loading = <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2 }} />;
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden' }}>
      <SkipLink />
      <SideBar drawer={drawer} />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
        <TopBar drawer={drawer} />
        <OfflineBar />
        <SupportBar />
        <PageTabs />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, minHeight: 0, overflow: 'auto', outline: 'none !important' }}
        >
          <ErrorBoundary key={pathname.split('/')[1]} FallbackComponent={PageError}>
            <Suspense fallback={loading}>{children}</Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
      <Overlays />
      <BackgroundTasks />
    </Box>
  );
}
