import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { FieldInput } from '../../../schema/inputs';
import type { FieldView } from '../../../schema/types';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useUnsaved } from '../../../shared/unsaved-changes';
import { useSaveSetting } from './use-settings';

interface SettingProps {
  field: FieldView;
  value: string;
}

// a change by another user shows while nothing is typed
const resetOptions = { keepDirtyValues: true };

/** One setting in a form of its own: a switch or choice is saved at once, what is typed by its button or Enter. */
export function Setting({ field, value }: SettingProps) {
  const { name, widget } = field;
  const { save, busy } = useSaveSetting(name);
  const [saves, setSaves] = useState(0);
  const input = <FieldInput resource="settings" view={field} source={name} creating={false} />;
  if (widget === 'flag' || widget === 'choice')
    return (
      <Box inert={busy} sx={{ mt: widget === 'choice' ? 0.5 : 0 }}>
        <Form record={{ [name]: value }}>
          {input}
          <SaveChoice name={name} save={save} />
        </Form>
      </Box>
    );
  const secret = widget === 'secret';
  const record = secret ? { [name]: '', [`${name}Set`]: value !== '' } : { [name]: value };
  return (
    <Form
      // what was typed of a secret goes with its form, whether the event or the answer of the change comes first
      key={secret ? saves : undefined}
      record={record}
      resetOptions={resetOptions}
      onSubmit={async ({ [name]: typed }: Record<string, unknown>) => {
        const text = String(typed ?? '');
        const error = await save(secret ? text : text.trim());
        if (error === undefined) setSaves((count) => count + 1);
        return error === undefined ? undefined : { [name]: error };
      }}
      noValidate
      disableInvalidFormNotification
    >
      <TypedSetting field={field} isSet={value !== ''}>
        {input}
      </TypedSetting>
    </Form>
  );
}

type Save = ReturnType<typeof useSaveSetting>['save'];

/** Saves what is chosen, and shows the stored value again when that fails. */
function SaveChoice({ name, save }: { name: string; save: Save }) {
  const { reset, getValues } = useFormContext();
  const { isDirty } = useFormState();
  const value: unknown = useWatch({ name });
  const send = useEffectEvent(async () => {
    const error = await save(String(value));
    reset(error === undefined ? getValues() : undefined);
  });
  useEffect(() => {
    if (isDirty) void send();
  }, [isDirty]);
  return null;
}

interface TypedSettingProps {
  field: FieldView;
  isSet: boolean;
  children: ReactNode;
}

/** The input of a text, a number or a secret with its button; Escape resets it. */
function TypedSetting({ field, isSet, children }: TypedSettingProps) {
  const translate = useTranslate();
  const { reset, getValues } = useFormContext();
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState();
  const secret = field.widget === 'secret';
  useUnsaved(isDirty);
  const clear = useEffectEvent(() => reset(getValues()));
  useEffect(() => {
    if (isSubmitSuccessful) clear();
  }, [isSubmitSuccessful]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !secret) reset();
  };
  return (
    <Box onKeyDown={onKeyDown} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mt: 0.5 }}>
      {children}
      {isDirty && (
        <Button
          type="submit"
          variant="outlined"
          loading={isSubmitting}
          aria-label={translate('oversight.settings.save_of', { name: field.label })}
        >
          {translate('ra.action.save')}
        </Button>
      )}
      {secret && <RemoveSecret field={field} shown={!isDirty && isSet} />}
    </Box>
  );
}

function RemoveSecret({ field, shown }: { field: FieldView; shown: boolean }) {
  const translate = useTranslate();
  const { busy, save } = useSaveSetting(field.name);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {shown && (
        <IconButton
          aria-label={translate('oversight.settings.remove_of', { name: field.label })}
          onClick={() => setAsking(true)}
        >
          <Delete />
        </IconButton>
      )}
      <ConfirmDialog
        open={asking}
        destructive
        busy={busy}
        title={translate('oversight.settings.remove_title', { name: field.label })}
        confirmLabel={translate('ra.action.remove')}
        onConfirm={() => void save('').then(close)}
        onClose={close}
      />
    </>
  );
}
