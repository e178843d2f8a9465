import Logout from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { authProvider } from '../../providers/authProvider';
import { useSessionUser } from '../../providers/session-user';
import { Avatar } from '../../shared/avatar';
import { Spoken } from '../../shared/spoken';
import { LanguageSelect } from './language-select';

function Person() {
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

export function AccountMenu() {
  const translate = useTranslate();
  const user = useSessionUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('app.layout.account', { name: user.name });
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.25, borderRadius: '50%', ml: 0.5 }}
      >
        <Avatar name={user.name} seed={user.id} size={34} />
        <Spoken>{label}</Spoken>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
        slotProps={{ paper: { 'aria-label': label, role: 'dialog', sx: { width: 290 } } }}
      >
        <Person />
        <Divider />
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2, py: 1.25 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('app.layout.language')}
          </Typography>
          <LanguageSelect />
        </Box>
        <Divider />
        <Box sx={{ p: 1 }}>
          <Button
            fullWidth
            startIcon={<Logout />}
            onClick={() => void authProvider.logout({})}
            sx={{ justifyContent: 'flex-start', color: 'text.primary' }}
          >
            {translate('app.layout.logout')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}
