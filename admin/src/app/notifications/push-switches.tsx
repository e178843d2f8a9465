import { Box, FormControlLabel, FormGroup, Switch, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { preferences, usePreference } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { useNamedTask } from '../../shared/use-task';
import { type PushKind, type PushSettings, pushRegistration, readPushSettings, subscribe, unsubscribe } from './push';

const kinds: readonly PushKind[] = ['message', 'waiting', 'assigned', 'mention', 'chat'];

/** Notices while the application is closed: whether this browser shows them, and of what on all of the user's. */
export function PushSwitches() {
  const translate = useTranslate();
  const title = useId();
  const client = useQueryClient();
  const { id } = useSessionUser();
  const [owner] = usePreference(preferences.pushOwner);
  const queryKey = ['push', id];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => readPushSettings(signal) });
  const { data: registration } = useQuery({ queryKey: ['push-registration'], queryFn: pushRegistration });
  const { busy, run } = useNamedTask<'device' | PushKind>();
  const blocked = 'Notification' in window && Notification.permission === 'denied';

  const toggle = (on: boolean) =>
    run('device', async () => {
      if (!registration || !data) return;
      if (!on) await unsubscribe(registration);
      else if ((await Notification.requestPermission()) === 'granted')
        await subscribe(registration, data.publicKey, id);
    });
  const setKind = (kind: PushKind, on: boolean, settings: PushSettings) =>
    run(kind, async () => {
      const wanted = { ...settings.kinds, [kind]: on };
      await api('/push/kinds', { method: 'PUT', body: wanted });
      client.setQueryData<PushSettings>(queryKey, { ...settings, kinds: wanted });
    });

  const hint = registration === null ? 'shell.push.unsupported' : blocked ? 'shell.notices.desktop_blocked' : null;
  return (
    <Box>
      <Typography id={title} variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('shell.push.title')}
      </Typography>
      {hint && <Typography variant="body2">{translate(hint)}</Typography>}
      <FormGroup role="group" aria-labelledby={title}>
        <FormControlLabel
          control={<Switch checked={owner === id} onChange={(_, on) => void toggle(on)} />}
          disabled={!data || !registration || blocked || busy !== null}
          label={translate('shell.push.here')}
        />
        {data &&
          kinds.map((kind) => (
            <FormControlLabel
              key={kind}
              control={<Switch checked={data.kinds[kind]} onChange={(_, on) => void setKind(kind, on, data)} />}
              disabled={busy !== null}
              label={translate(`shell.sounds.${kind}`)}
            />
          ))}
      </FormGroup>
    </Box>
  );
}
