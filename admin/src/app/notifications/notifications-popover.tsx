import DoneAll from '@mui/icons-material/DoneAllOutlined';
import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import { Box, Button, LinearProgress, List, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { preferences } from '../../providers/preferences';
import { EmptyState } from '../../shared/empty-state';
import { LoadFailed } from '../../shared/load-failed';
import { useMentions } from '../../shared/mentions';
import { PreferenceSwitch } from '../../shared/preference-switch';
import { BarPopover, type PopoverProps } from '../layout/popover-button';
import { MentionRow, UnreadTicketRow } from './notification-rows';
import { useUnreadTickets } from './use-unread-tickets';

function Content({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data, error } = useUnreadTickets();
  const mentions = useMentions();
  if (data?.tickets.length || mentions.length) {
    return (
      <List disablePadding aria-label={translate('shell.notices.title')} sx={{ overflowY: 'auto', minHeight: 0 }}>
        {mentions.map((mention) => (
          <MentionRow key={mention.id} mention={mention} onOpen={onClose} />
        ))}
        {data?.tickets.map((ticket) => (
          <UnreadTicketRow key={ticket.id} ticket={ticket} onOpen={onClose} />
        ))}
        {data && data.more > 0 && (
          <Typography component="li" variant="body2" sx={{ color: 'text.secondary', px: 2, py: 1 }}>
            {translate('shell.notices.more', { smart_count: data.more })}
          </Typography>
        )}
      </List>
    );
  }
  if (data)
    return (
      <EmptyState
        icon={<DoneAll />}
        title={translate('shell.notices.none')}
        message={translate('shell.notices.none_message')}
      />
    );
  if (!error) return <LinearProgress aria-label={translate('shell.notices.loading')} sx={{ height: 2, my: 4 }} />;
  return (
    <LoadFailed
      title={translate('shell.notices.failed')}
      onRetry={() => void client.invalidateQueries({ queryKey: ['unread-tickets'] })}
    />
  );
}

/** Asks for the permission of the browser; once granted, a switch. */
function DesktopNotifications() {
  const translate = useTranslate();
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : null));
  if (permission === null) return null;
  const request = async () => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') preferences.desktopNotifications.set(true);
  };
  return (
    <Box sx={{ flex: 'none', borderTop: 1, borderColor: 'divider', px: 2, py: 1, mt: '-1px' }}>
      {permission === 'default' && (
        <Button fullWidth startIcon={<NotificationsActive />} onClick={() => void request()}>
          {translate('shell.notices.desktop_ask')}
        </Button>
      )}
      {permission === 'granted' && (
        <PreferenceSwitch preference={preferences.desktopNotifications} label="shell.notices.desktop" />
      )}
      {permission === 'denied' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 0.5 }}>
          {translate('shell.notices.desktop_blocked')}
        </Typography>
      )}
    </Box>
  );
}

/** The unseen mentions and unread conversations of the user; a row opens its conversation. */
export default function NotificationsPopover({ anchor, onClose }: PopoverProps) {
  const translate = useTranslate();
  const title = translate('shell.notices.title');
  return (
    <BarPopover
      anchor={anchor}
      label={title}
      sx={{ width: 360, maxHeight: 'min(560px, calc(100dvh - 80px))', display: 'flex', flexDirection: 'column' }}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Button size="small" component={Link} to="/tickets" onClick={onClose}>
          {translate('shell.notices.all')}
        </Button>
      </Box>
      <Content onClose={onClose} />
      <DesktopNotifications />
    </BarPopover>
  );
}
