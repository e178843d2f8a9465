import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../providers/api-types';
import { Spoken } from './spoken';

/** The presence fields of a user. */
export type Presence = Partial<Pick<Schemas['Colleague'], 'online' | 'pausedSince' | 'pauseReason'>>;

export type PresenceState = 'online' | 'paused' | 'offline';

/** A break counts only while its user is online. */
export function presenceOf({ online, pausedSince }: Presence): PresenceState {
  if (!online) return 'offline';
  return pausedSince ? 'paused' : 'online';
}

const looks = {
  online: { bgcolor: 'atende.ok' },
  paused: { bgcolor: 'transparent', border: '3px solid', borderColor: 'atende.warn' },
  offline: { bgcolor: 'transparent', border: '1.5px solid', borderColor: 'atende.faint' },
} as const;

/** The presence of a user by colour and shape, with a text for screen readers and on hover. */
export function PresenceDot(presence: Presence) {
  const translate = useTranslate();
  const state = presenceOf(presence);
  const words = translate(`presence.${state}`);
  const title = state === 'paused' && presence.pauseReason ? `${words}: ${presence.pauseReason}` : words;
  return (
    <Box component="span" title={title} sx={{ display: 'inline-flex', flex: 'none' }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 10, height: 10, boxSizing: 'border-box', borderRadius: '50%', ...looks[state] }}
      />
      <Spoken>{`(${title})`}</Spoken>
    </Box>
  );
}

/** A user's name with their presence. */
export function PersonName({ name, presence }: { name: string; presence: Presence }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <PresenceDot {...presence} />
      <span>{name} </span>
    </Box>
  );
}
