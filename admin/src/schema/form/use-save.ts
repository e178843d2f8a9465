import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useCreate, useNotify, useUpdate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import type { FieldView, ResourceView } from '../types';
import { payloadOf } from './form-values';

/** Saves and says so; what the server refuses is answered per field, for the inputs to show. */
export function useSave(view: ResourceView, record: RaRecord | null, fields: FieldView[], onDone: () => void) {
  const notify = useNotify();
  const client = useQueryClient();
  const [create] = useCreate<RaRecord, Error>();
  const [update] = useUpdate<RaRecord, Error>();
  return async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    const data = payloadOf(fields, values);
    try {
      if (record)
        await update(
          view.path,
          { id: record.id, data, previousData: record },
          { returnPromise: true, mutationMode: 'pessimistic' },
        );
      else await create(view.path, { data }, { returnPromise: true });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return error instanceof ApiError ? error.fields : undefined;
    }
    notify(view.saved || 'app.success', { type: 'success' });
    void client.invalidateQueries({ queryKey: [view.path] });
    onDone();
    return undefined;
  };
}
