import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import type { SessionUser } from '../providers/session-user';
import type { FieldProps, InputProps } from './registry';
import type { ResourceView } from './types';

/** What a resource shows differently: one field, one input or one view; everything else stays generated. */
export interface ResourceOverrides {
  fields?: Record<string, ComponentType<FieldProps>>;
  inputs?: Record<string, ComponentType<InputProps>>;
  list?: ComponentType<{ view: ResourceView }>;
  /** Where not every record that is seen may be changed by everybody: what this user may do with one. */
  rights?: (record: RaRecord, user: SessionUser) => { edit: boolean; delete: boolean };
  /** What a form sends beside the record itself, once that is stored; what it throws is shown. */
  saved?: (id: RaRecord['id'], values: Record<string, unknown>) => Promise<void>;
  /** Buttons beside the one that adds a record. */
  tools?: ComponentType<{ view: ResourceView }>;
  /** Beside edit and delete of a row. */
  rowActions?: ComponentType<{ view: ResourceView; record: RaRecord }>;
  /** Shown above the fields of a record that is being edited. */
  above?: ComponentType<{ view: ResourceView; record: RaRecord }>;
}

const files = import.meta.glob<ResourceOverrides>('../resources/*/overrides.tsx', { eager: true, import: 'overrides' });
const byResource = new Map(Object.entries(files).map(([path, overrides]) => [path.split('/')[2] ?? '', overrides]));
const none: ResourceOverrides = {};

export function overridesOf(resource: string): ResourceOverrides {
  return byResource.get(resource) ?? none;
}
