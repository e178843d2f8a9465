import type { RaRecord } from 'react-admin';
import { useSessionUser } from '../providers/session-user';
import { overridesOf } from './overrides';
import type { ResourceView } from './types';

interface Rights {
  edit: boolean;
  delete: boolean;
}

/** What this user may do with one record: what the resource allows, and its override does not take away. */
export function useRights(view: ResourceView): (record: RaRecord) => Rights {
  const user = useSessionUser();
  const { rights } = overridesOf(view.name);
  return (record) => {
    const own = rights?.(record, user) ?? { edit: true, delete: true };
    return { edit: view.can.edit && own.edit, delete: view.can.delete && own.delete };
  };
}
