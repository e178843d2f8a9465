import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, readValue } from '../../schema/registry';
import { formatDateTime } from '../../shared/format';
import { PersonName, type Presence } from '../../shared/presence';
import { UserActions } from './user-actions';

function Name({ view, record }: FieldProps) {
  return <PersonName name={String(readValue(record, view.name) ?? '')} presence={record as Presence} />;
}

const colors = { active: 'success', invited: 'info', inactive: 'default' } as const;

function State({ view, record }: FieldProps) {
  const state = readValue(record, view.name) as keyof typeof colors;
  const label = view.options?.find(({ value }) => value === state)?.label;
  return <Chip size="small" variant="outlined" color={colors[state]} label={label} />;
}

function LastSeen({ view, record }: FieldProps) {
  const translate = useTranslate();
  const value = readValue(record, view.name);
  if ((record as Presence).online) return translate('presence.online');
  return typeof value === 'string' ? formatDateTime(value) : translate('account.users.never');
}

export const overrides: ResourceOverrides = {
  fields: { name: Name, state: State, lastSeenAt: LastSeen },
  rowActions: UserActions,
};
