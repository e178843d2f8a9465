import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useMemo, useState } from 'react';
import { Form, type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { overridesOf } from '../overrides';
import type { ResourceView } from '../types';
import { FormTabs } from './form-tabs';
import { formValues } from './form-values';
import { useSave } from './use-save';

interface FormBodyProps {
  view: ResourceView;
  record: RaRecord | null;
  /** What a new one starts with beside the server's defaults. */
  start?: Record<string, unknown>;
  titleId: string;
  title: string;
  /** Shown, but not this user's to change. */
  readOnly: boolean;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onDone: (stored: RaRecord | undefined) => void;
}

function Actions({ readOnly, onDirty, onCancel }: Pick<FormBodyProps, 'readOnly' | 'onDirty' | 'onCancel'>) {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <DialogActions sx={{ borderTop: 1, borderColor: 'divider', pt: 1.75 }}>
      <Button onClick={onCancel} disabled={isSubmitting}>
        {translate(readOnly ? 'ra.action.close' : 'ra.action.cancel')}
      </Button>
      {!readOnly && (
        <Button type="submit" variant="contained" loading={isSubmitting}>
          {translate('ra.action.save')}
        </Button>
      )}
    </DialogActions>
  );
}

export function FormBody({ view, record, start, titleId, title, readOnly, onDirty, onCancel, onDone }: FormBodyProps) {
  const offered = record ? view.form.edit : view.form.create;
  const fields = useMemo(
    () => (readOnly ? offered.map((field) => ({ ...field, readOnly })) : offered),
    [offered, readOnly],
  );
  const [given] = useState(start);
  const values = useMemo(() => ({ ...formValues(fields, record), ...given }), [fields, record, given]);
  const Above = overridesOf(view.name).above;
  const save = useSave(view, record, fields, onDone);
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
        <FormTabs view={view} fields={fields} creating={!record}>
          {record && Above && <Above view={view} record={record} />}
        </FormTabs>
        <Actions readOnly={readOnly} onDirty={onDirty} onCancel={onCancel} />
      </Box>
    </RecordContextProvider>
  );
}
