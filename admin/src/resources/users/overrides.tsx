import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, readValue } from '../../schema/registry';
import { PersonName, type Presence } from '../../shared/presence';

function Name({ view, record }: FieldProps) {
  return <PersonName name={String(readValue(record, view.name) ?? '')} presence={record as Presence} />;
}

export const overrides: ResourceOverrides = { fields: { name: Name } };
