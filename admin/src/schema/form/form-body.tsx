import { Box, Button, DialogActions, DialogTitle } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Form, type RaRecord, RecordContextProvider, useCreate, useNotify, useTranslate, useUpdate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { overridesOf, type StoreDraft, useFormFields } from '../overrides';
import type { FieldView, ResourceView } from '../types';
import { FormTabs } from './form-tabs';
import { formValues, payloadOf } from './form-values';

interface FormBodyProps {
  view: ResourceView;
  record: RaRecord | null;
  /** Initial values of a new record, in addition to the server's defaults. */
  start?: Record<string, unknown>;
  titleId: string;
  title: string;
  readOnly: boolean;
  onDirty: (dirty: boolean) => void;
  /** For tabs that do not consist of fields. */
  onDraft: (store: StoreDraft | null) => void;
  storeDraft: StoreDraft;
  onCancel: () => void;
  onDone: (stored: RaRecord | undefined) => void;
}

/** Saves the record. Returns the server's errors by field, so that the inputs show them. */
function useSave({ view, record, storeDraft, onDone }: FormBodyProps, fields: FieldView[]) {
  const notify = useNotify();
  const translate = useTranslate();
  const client = useQueryClient();
  const [create] = useCreate<RaRecord, Error>();
  const [update] = useUpdate<RaRecord, Error>();
  return async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    if (!(await storeDraft())) return undefined;
    const data = { ...payloadOf(fields, values), ...overridesOf(view.name).payload?.(values) };
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
      const refused = error instanceof ApiError && (error.status === 400 || error.status === 409);
      notify((refused && view.notSaved) || errorText(error), { type: 'error' });
      return error instanceof ApiError ? error.fields : undefined;
    }
    try {
      await overridesOf(view.name).saved?.(stored?.id ?? '', values, stored);
      notify(view.saved || 'app.success', { type: 'success' });
    } catch (error) {
      notify(translate('app.form.partly_saved', { reason: errorText(error) }), { type: 'error' });
    }
    void client.invalidateQueries({ queryKey: [view.path] });
    onDone(stored);
    return undefined;
  };
}

interface ActionsProps extends Pick<FormBodyProps, 'readOnly' | 'onDirty' | 'onCancel'> {
  /** The tab in sight saves its changes by itself, and has none that are not saved. */
  isSaved: boolean;
}

function Actions({ readOnly, isSaved, onDirty, onCancel }: ActionsProps) {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const onlyCloses = readOnly || (isSaved && !isDirty);
  return (
    <DialogActions sx={{ borderTop: 1, borderColor: 'divider', pt: 1.75 }}>
      <Button onClick={onCancel} disabled={isSubmitting}>
        {translate(onlyCloses ? 'ra.action.close' : 'ra.action.cancel')}
      </Button>
      {!onlyCloses && (
        <Button type="submit" variant="contained" loading={isSubmitting}>
          {translate('ra.action.save')}
        </Button>
      )}
    </DialogActions>
  );
}

export function FormBody(props: FormBodyProps) {
  const { view, record, start, titleId, title, readOnly, onDirty, onDraft, onCancel } = props;
  const offered = useFormFields(view.name, record ? view.form.edit : view.form.create);
  const fields = useMemo(
    () => (readOnly ? offered.map((field) => ({ ...field, readOnly })) : offered),
    [offered, readOnly],
  );
  const [initial] = useState(start);
  const [inOwnTab, setInOwnTab] = useState(false);
  const [hasDraft, setHasDraft] = useState(false);
  const values = useMemo(() => ({ ...formValues(fields, record), ...initial }), [fields, record, initial]);
  const Above = overridesOf(view.name).above;
  const save = useSave(props, fields);
  return (
    <RecordContextProvider value={record ?? undefined}>
      <Box
        component={Form}
        record={values}
        onSubmit={save}
        noValidate
        disableInvalidFormNotification
        shouldFocusError={false}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <FormTabs
          view={view}
          fields={fields}
          record={record}
          readOnly={readOnly}
          onDraft={(store) => {
            setHasDraft(store !== null);
            onDraft(store);
          }}
          onOwnTab={setInOwnTab}
        >
          {record && Above && <Above view={view} record={record} />}
        </FormTabs>
        <Actions
          readOnly={readOnly}
          isSaved={record !== null && inOwnTab && !hasDraft}
          onDirty={onDirty}
          onCancel={onCancel}
        />
      </Box>
    </RecordContextProvider>
  );
}
