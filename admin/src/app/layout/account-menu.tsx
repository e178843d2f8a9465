import IconButton from '@mui/material/IconButton';
import { lazy, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { Avatar } from '../../shared/avatar';
import { Spoken } from '../../shared/spoken';
import { Later } from '../later';

const AccountPopover = lazy(() => import('./account-popover'));

export function AccountMenu() {
  const translate = useTranslate();
  const user = useSessionUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.25, borderRadius: '50%', ml: 0.5 }}
      >
        <Avatar name={user.name} seed={user.id} size={34} />
        <Spoken>{translate('app.layout.account', { name: user.name })}</Spoken>
      </IconButton>
      {anchor && (
        <Later onFailed={close}>
          <AccountPopover anchor={anchor} onClose={close} />
        </Later>
      )}
    </>
  );
}
