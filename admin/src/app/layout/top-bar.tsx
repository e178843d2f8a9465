import MenuOpen from '@mui/icons-material/MenuOpenOutlined';
import MenuIcon from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { FittingLine } from '../../shared/fitting-line';
import { NoticesButton } from '../notifications/notices-button';
import { PauseMark } from '../presence/pause-mark';
import { AccountMenu } from './account-menu';
import { PaletteButton } from './palette-button';
import { ThemeToggle } from './theme-toggle';
import type { DrawerState } from './use-drawer';
import { VolumeControl } from './volume-control';

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

export function TopBar({ drawer }: { drawer: DrawerState }) {
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
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-expanded={drawer.open} onClick={drawer.toggle} sx={{ mr: 0.75 }}>
          {drawer.open && !drawer.temporary ? <MenuOpen /> : <MenuIcon />}
        </IconButton>
      </Tooltip>
      <Greeting />
      <PauseMark />
      <PaletteButton />
      <ThemeToggle />
      <VolumeControl />
      <NoticesButton />
      <AccountMenu />
    </Box>
  );
}
