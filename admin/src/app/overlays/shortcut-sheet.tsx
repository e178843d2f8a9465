import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { letterShortcuts } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { PreferenceSwitch } from '../../shared/preference-switch';
import { type ShortcutGroup, shortcutGroups, shortcutIds, shortcuts } from '../../shared/shortcuts/catalogue';
import { KeyCaps } from '../../shared/shortcuts/key-caps';

function Group({ name }: { name: ShortcutGroup }) {
  const translate = useTranslate();
  return (
    <Box component="section" sx={{ breakInside: 'avoid', mb: 2 }}>
      <Typography variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 0.5 }}>
        {translate(`shell.shortcuts.group.${name}`)}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {shortcutIds
          .filter((id) => shortcuts[id].group === name)
          .map((id) => (
            <Box key={id} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 34 }}>
              <Box component="dt" sx={{ flex: 1 }}>
                {translate(`shell.shortcuts.${id}`)}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                <KeyCaps keys={shortcuts[id].keys} />
              </Box>
            </Box>
          ))}
      </Box>
    </Box>
  );
}

/** The list of all shortcuts, with the switch for those of a single key. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const user = useSessionUser();
  const title = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>{translate('shell.shortcuts.title')}</DialogTitle>
      <DialogContent sx={{ columnCount: { xs: 1, sm: 2 }, columnGap: '36px' }}>
        {shortcutGroups.map((name) => (
          <Group key={name} name={name} />
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1 }}>
          <PreferenceSwitch preference={letterShortcuts(user.id)} label="shell.shortcuts.letters" />
        </Box>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
