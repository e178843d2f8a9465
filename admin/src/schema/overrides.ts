import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldProps, InputProps } from './registry';
import type { ResourceView } from './types';

/** What a resource shows differently: one field, one input or one view; everything else stays generated. */
export interface ResourceOverrides {
  fields?: Record<string, ComponentType<FieldProps>>;
  inputs?: Record<string, ComponentType<InputProps>>;
  list?: ComponentType<{ view: ResourceView }>;
  /** Shown above the fields of a record that is being edited. */
  above?: ComponentType<{ view: ResourceView; record: RaRecord }>;
}

const files = import.meta.glob<ResourceOverrides>('../resources/*/overrides.tsx', { eager: true, import: 'overrides' });
const byResource = new Map(Object.entries(files).map(([path, overrides]) => [path.split('/')[2] ?? '', overrides]));
const none: ResourceOverrides = {};

export function overridesOf(resource: string): ResourceOverrides {
  return byResource.get(resource) ?? none;
}
