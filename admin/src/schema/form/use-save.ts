import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useCreate, useNotify, useTranslate, useUpdate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { overridesOf } from '../overrides';
import type { FieldView, ResourceView } from '../types';
import { payloadOf } from './form-values';

/** Saves and says so; what the server refuses is answered per field, for the inputs to show. */
export function useSave(
  view: ResourceView,
  record: RaRecord | null,
  fields: FieldView[],
  onDone: (stored: RaRecord | undefined) => void,
) {
  const notify = useNotify();
  const translate = useTranslate();
  const client = useQueryClient();
  const [create] = useCreate<RaRecord, Error>();
  const [update] = useUpdate<RaRecord, Error>();
  return async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    const data = payloadOf(fields, values);
    let stored: RaRecord | undefined = record ?? undefined;
    try {
      if (record)
        await update(
          view.path,
          { id: record.id, data, previousData: record },
          { returnPromise: true, mutationMode: 'pessimistic' },
        );
      else stored = (await create(view.path, { data }, { returnPromise: true })) as RaRecord;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return error instanceof ApiError ? error.fields : undefined;
    }
    try {
      await overridesOf(view.name).saved?.(stored?.id ?? '', values);
      notify(view.saved || 'app.success', { type: 'success' });
    } catch (error) {
      notify(translate('app.form.partly_saved', { reason: errorText(error) }), { type: 'error' });
    }
    void client.invalidateQueries({ queryKey: [view.path] });
    onDone(stored);
    return undefined;
  };
}
