import DoneAll from '@mui/icons-material/DoneAllOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/empty-state';
import { BarPopover } from '../layout/bar-popover';
import { DesktopSwitch } from './desktop-switch';
import { MentionRow } from './mention-row';
import { NoticeRow } from './notice-row';
import { useMentions } from './use-mentions';
import { useNotices } from './use-notices';

function Content({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data, error } = useNotices();
  const mentions = useMentions();
  if (data?.tickets.length || mentions.length) {
    return (
      <List disablePadding aria-label={translate('shell.notices.title')} sx={{ overflowY: 'auto', minHeight: 0 }}>
        {mentions.map((mention) => (
          <MentionRow key={mention.id} mention={mention} onOpen={onClose} />
        ))}
        {data?.tickets.map((ticket) => (
          <NoticeRow key={ticket.id} ticket={ticket} onOpen={onClose} />
        ))}
        {data && data.beyond > 0 && (
          <Typography component="li" variant="body2" sx={{ color: 'text.secondary', px: 2, py: 1 }}>
            {translate('shell.notices.more', { smart_count: data.beyond })}
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
    <EmptyState
      icon={<ErrorOutline />}
      title={translate('shell.notices.failed')}
      action={
        <Button variant="outlined" onClick={() => void client.invalidateQueries({ queryKey: ['notices'] })}>
          {translate('app.error.retry')}
        </Button>
      }
    />
  );
}

interface NoticesPopoverProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** Notes that name the user and conversations that wait to be read; a row opens its conversation. */
export default function NoticesPopover({ anchor, onClose }: NoticesPopoverProps) {
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
      <DesktopSwitch />
    </BarPopover>
  );
}
