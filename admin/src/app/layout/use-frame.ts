import { useEffect } from 'react';
import { outbox } from '../../conversation/data/outbox-store';
import { onResync, useSocketStatus } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { noNotices, unreadOf } from '../notifications/notices';
import { useAlerts } from '../notifications/use-alerts';
import { useLiveMentions } from '../notifications/use-mentions';
import { useLiveNotices, useNotices } from '../notifications/use-notices';
import { usePageTitle } from '../notifications/use-page-title';
import { useShortcutKeys } from '../shortcuts/use-shortcut-keys';
import { useConnectionCheck } from './menu-badges';

/** Sends what did not reach the server as soon as it is there again. */
function useResumedOutbox(): void {
  const live = useSocketStatus() === 'ready';
  useEffect(() => {
    if (live) outbox.resume();
    return onResync(() => outbox.resume());
  }, [live]);
}

/** What goes on around every page: notices, their sounds, the title of the tab, the keyboard, how the connections are. */
export function useFrame(): void {
  const { id } = useSessionUser();
  useLiveNotices();
  useLiveMentions();
  useAlerts();
  usePageTitle(unreadOf(useNotices().data ?? noNotices, id));
  useShortcutKeys();
  useConnectionCheck();
  useResumedOutbox();
}
