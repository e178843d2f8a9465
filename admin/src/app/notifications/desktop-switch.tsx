import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../shared/preferences';

/** Browser notifications: asked for here and nowhere else; once allowed, a switch. */
export function DesktopSwitch() {
  const translate = useTranslate();
  const [on, setOn] = usePreference(preferences.desktopNotices);
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : null));
  if (permission === null) return null;
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') setOn(true);
  };
  return (
    <Box sx={{ flex: 'none', borderTop: 1, borderColor: 'divider', px: 2, py: 1, mt: '-1px' }}>
      {permission === 'default' && (
        <Button fullWidth startIcon={<NotificationsActive />} onClick={() => void ask()}>
          {translate('shell.notices.desktop_ask')}
        </Button>
      )}
      {permission === 'granted' && (
        <FormControlLabel
          control={<Switch checked={on} onChange={(_, checked) => setOn(checked)} />}
          label={translate('shell.notices.desktop')}
        />
      )}
      {permission === 'denied' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 0.5 }}>
          {translate('shell.notices.desktop_blocked')}
        </Typography>
      )}
    </Box>
  );
}
