import Person from '@mui/icons-material/AccountCircleOutlined';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import { Box, Button, Divider, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { authProvider } from '../../providers/auth-provider';
import { letterShortcuts } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { Avatar } from '../../shared/avatar';
import { PreferenceSwitch } from '../../shared/preference-switch';
import { SoundSwitches } from '../notifications/sound-switches';
import { useOverlay } from '../overlays/use-overlay';
import { PauseSwitch } from '../presence/pause-switch';
import { LanguageSelect } from './language-select';
import { BarPopover, type PopoverProps } from './popover-button';

function Identity() {
  const translate = useTranslate();
  const user = useSessionUser();
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', p: 2 }}>
      <Avatar name={user.name} seed={user.id} size={40} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ fontWeight: 600 }} noWrap>
          {user.name}
        </Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {user.email}
        </Typography>
        <Typography variant="caption" sx={{ color: 'atende.faint' }}>
          {translate(`app.profile.${user.profile}`)}
          {user.super && ` · ${translate('app.profile.super')}`}
        </Typography>
      </Box>
    </Box>
  );
}

interface EntryProps {
  icon: ReactNode;
  label: string;
  onClick: () => void;
}

function Entry({ icon, label, onClick }: EntryProps) {
  return (
    <Button
      fullWidth
      startIcon={icon}
      onClick={onClick}
      sx={{ justifyContent: 'flex-start', color: 'text.primary', fontWeight: 500 }}
    >
      {label}
    </Button>
  );
}

/** The user's account: break, language, sounds, shortcuts, profile, sign-out. */
export default function AccountPopover({ anchor, onClose }: PopoverProps) {
  const translate = useTranslate();
  const user = useSessionUser();
  const [, setOverlay] = useOverlay();
  const navigate = useNavigate();
  const choose = (perform: () => void) => () => {
    onClose();
    perform();
  };
  return (
    <BarPopover
      anchor={anchor}
      label={translate('app.layout.account', { name: user.name })}
      sx={{ width: 320 }}
      onClose={onClose}
    >
      <Identity />
      <Divider />
      {!user.support && <PauseSwitch />}
      <Divider />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2, py: 1.25 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('app.layout.language')}
        </Typography>
        <LanguageSelect />
      </Box>
      <Divider />
      <Box sx={{ px: 2, pt: 1.25, pb: 0.5 }}>
        <SoundSwitches />
      </Box>
      <Divider />
      <Box sx={{ px: 2, py: 0.5 }}>
        <PreferenceSwitch preference={letterShortcuts(user.id)} label="shell.shortcuts.letters" />
      </Box>
      <Divider />
      <Box sx={{ p: 1 }}>
        <Entry icon={<Person />} label={translate('account.title')} onClick={choose(() => void navigate('/profile'))} />
        <Entry
          icon={<Keyboard />}
          label={translate('shell.shortcuts.title')}
          onClick={choose(() => setOverlay('sheet'))}
        />
        <Entry icon={<Logout />} label={translate('app.layout.logout')} onClick={() => void authProvider.logout({})} />
      </Box>
    </BarPopover>
  );
}
