import Notifications from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { Later } from '../later';
import { noNotices } from './notices';
import { useLookedAt } from './use-looking';
import { useMentions } from './use-mentions';
import { useNotices } from './use-notices';

const NoticesPopover = lazy(() => import('./notices-popover'));

const Bell = () => <Notifications />;

/** Away at nothing: a badge that is only invisible leaves its last number in the name of its button. */
function Counted({ count }: { count: number }) {
  return (
    <Badge
      badgeContent={count}
      max={99}
      aria-hidden
      sx={{
        '& .MuiBadge-badge': {
          bgcolor: 'atende.badge',
          color: '#fff',
          fontSize: textSize.micro,
          height: 16,
          minWidth: 16,
          px: 0.5,
        },
      }}
    >
      <Bell />
    </Badge>
  );
}

/** How many conversations wait to be read and notes to be seen, and which. The one that somebody looks at is about to be read. */
export function NoticesButton() {
  const translate = useTranslate();
  const { data = noNotices } = useNotices();
  const lookedAt = useLookedAt();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const unread = data.tickets.filter(({ uuid }) => uuid !== lookedAt).length + data.beyond;
  const mentions = useMentions().filter(({ ticket }) => ticket.uuid !== lookedAt).length;
  const count = unread + mentions;
  const title = translate('shell.notices.title');
  const names = [
    unread > 0 ? translate('shell.notices.button', { smart_count: unread }) : title,
    mentions > 0 && translate('notes.mentions', { smart_count: mentions }),
  ];
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          aria-label={names.filter(Boolean).join(', ')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {count === 0 ? <Bell /> : <Counted count={count} />}
        </IconButton>
      </Tooltip>
      {anchor && (
        <Later onFailed={close}>
          <NoticesPopover anchor={anchor} onClose={close} />
        </Later>
      )}
    </>
  );
}
