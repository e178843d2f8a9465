import { Chip } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../../providers/realtime';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { mergeEvent, useRefetch } from '../../../schema/use-live';
import { formatDateTime } from '../../../shared/format';
import { PersonName, type Presence } from '../../../shared/presence';
import { AccessHoursInput } from './access-hours-input';
import { UserActions } from './user-actions';

function Name({ view, record }: FieldProps) {
  return <PersonName name={String(readValue(record, view.name) ?? '')} presence={record as Presence} />;
}

const colors = { active: 'success', invited: 'primary', inactive: 'default' } as const;

function State({ view, record }: FieldProps) {
  const state = readValue(record, view.name) as keyof typeof colors;
  const label = view.options?.find(({ value }) => value === state)?.label;
  return <Chip size="small" variant="outlined" color={colors[state]} label={label} />;
}

function LastSeen({ view, record }: FieldProps) {
  const translate = useTranslate();
  const value = readValue(record, view.name);
  if ((record as Presence).online) return translate('account.users.online');
  return typeof value === 'string' ? formatDateTime(value) : translate('account.users.never');
}

/** Who comes and goes is told to all colleagues, without what only managers see. */
function LivePresence({ view }: { view: ResourceView }) {
  const client = useQueryClient();
  const refetchLater = useRefetch(view);
  useSocketEvent('presence', ({ action, user }) => {
    if (!user) return;
    const left = user.online ? {} : { lastSeenAt: new Date().toISOString() };
    mergeEvent(client, view, { action, user: { ...user, ...left } });
    // what is being read may be older than the event
    if (client.isFetching({ queryKey: [view.path] }) > 0) refetchLater();
  });
  return null;
}

export const overrides: ResourceOverrides = {
  resource: 'users',
  tools: LivePresence,
  inputs: { accessHours: AccessHoursInput },
  fields: { name: Name, state: State, lastSeenAt: LastSeen },
  rowActions: UserActions,
};
