import type { RaRecord } from 'react-admin';
import type { ResourceView } from '../types';

/** What a row is called in labels and questions: its first readable column. */
export function recordName(view: ResourceView, record: RaRecord): string {
  for (const column of view.list?.columns ?? []) {
    const value: unknown = record[column.name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return `${view.singular} ${record.id}`;
}
