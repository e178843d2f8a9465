import MenuOpen from '@mui/icons-material/MenuOpenOutlined';
import MenuIcon from '@mui/icons-material/MenuOutlined';
import Search from '@mui/icons-material/Search';
import VolumeOff from '@mui/icons-material/VolumeOffOutlined';
import VolumeUp from '@mui/icons-material/VolumeUpOutlined';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { lazy, memo } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { Avatar } from '../../shared/avatar';
import { FittingLine } from '../../shared/fitting-line';
import { shortcuts } from '../../shared/shortcuts/catalogue';
import { KeyCaps } from '../../shared/shortcuts/key-caps';
import { Spoken } from '../../shared/spoken';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { AnnouncementsButton } from '../announcements/announcements-button';
import { NotificationsButton } from '../notifications/notifications-button';
import { useOverlay } from '../overlays/use-overlay';
import { PauseMark } from '../presence/pause-mark';
import { ThemeToggle } from '../theme/theme-toggle';
import { ChatsButton } from './chats-button';
import { HelpButton } from './help-button';
import { PopoverButton } from './popover-button';
import type { DrawerState } from './use-drawer';

const AccountPopover = lazy(() => import('./account-popover'));
const VolumePopover = lazy(() => import('./volume-popover'));

function Greeting() {
  const translate = useTranslate();
  const user = useSessionUser();
  const hello = translate('app.hello');
  const welcome = translate('app.welcome_to');
  return (
    <Typography
      component="div"
      title={`${hello}${user.name}${welcome}${user.company.name}`}
      sx={{ flex: 1, minWidth: 0, color: 'text.secondary', '& b': { color: 'text.primary', fontWeight: 600 } }}
    >
      <FittingLine
        parts={[
          <>
            {hello}
            <b>{user.name}</b>
          </>,
          <>
            {welcome}
            <b>{user.company.name}</b>
          </>,
        ]}
      />
    </Typography>
  );
}

function PaletteButton() {
  const translate = useTranslate();
  const [, setOverlay] = useOverlay();
  const label = translate('shell.shortcuts.palette');
  return (
    <Tooltip
      title={
        <>
          {label} <KeyCaps keys={shortcuts.palette.keys} />
        </>
      }
    >
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOverlay('palette')}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <Search />
      </IconButton>
    </Tooltip>
  );
}

function VolumeButton() {
  const translate = useTranslate();
  const [volume] = usePreference(preferences.volume);
  const label = translate('app.layout.volume');
  return (
    <PopoverButton label={label} tooltip={label} Content={VolumePopover}>
      {volume === 0 ? <VolumeOff /> : <VolumeUp />}
    </PopoverButton>
  );
}

function AccountButton() {
  const translate = useTranslate();
  const user = useSessionUser();
  return (
    <PopoverButton Content={AccountPopover} sx={{ p: 0.25, borderRadius: '50%', ml: 0.5 }}>
      <Avatar name={user.name} seed={user.id} size={34} />
      <Spoken>{translate('app.layout.account', { name: user.name })}</Spoken>
    </PopoverButton>
  );
}

export const TopBar = memo(function TopBar({ drawer }: { drawer: DrawerState }) {
  const translate = useTranslate();
  const label = translate(drawer.open ? 'app.layout.close_drawer' : 'app.layout.open_drawer');
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        height: 56,
        flex: 'none',
        pl: 1.25,
        pr: 2,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <TooltipIconButton label={label} aria-expanded={drawer.open} onClick={drawer.toggle} sx={{ mr: 0.75 }}>
        {drawer.open && !drawer.temporary ? <MenuOpen /> : <MenuIcon />}
      </TooltipIconButton>
      <Greeting />
      <PauseMark />
      <PaletteButton />
      <ThemeToggle />
      <VolumeButton />
      <AnnouncementsButton />
      <ChatsButton />
      <NotificationsButton />
      <HelpButton />
      <AccountButton />
    </Box>
  );
});
