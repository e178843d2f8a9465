import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  Form,
  InputHelperText,
  maxLength,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
  useInput,
  useTranslate,
} from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { DateField } from '../../../shared/date-field/date-field';
import { DiscardDialog } from '../../../shared/discard-dialog';
import { useDispatchNumbers } from './api';

function Actions({
  submit,
  onCancel,
  onDirty,
}: {
  submit: string;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
}) {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <DialogActions sx={{ borderTop: 1, borderColor: 'divider', pt: 1.75 }}>
      <Button onClick={onCancel} disabled={isSubmitting}>
        {translate('campaign_service.form.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {submit}
      </Button>
    </DialogActions>
  );
}

interface CampaignFormProps {
  title: string;
  submit: string;
  values: Record<string, unknown>;
  /** Answers the errors of the fields, or nothing. */
  onSubmit: (values: Record<string, unknown>) => Promise<Record<string, string> | undefined>;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a campaign in a dialog, which asks before it drops what was entered. */
export function CampaignForm({ title, submit, values, onSubmit, onClose, children }: CampaignFormProps) {
  const titleId = useId();
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [record] = useState(values);
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog open onClose={close} fullScreen={phone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <Box
          component={Form}
          record={record}
          onSubmit={onSubmit}
          noValidate
          disableInvalidFormNotification
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent sx={{ flex: 1, display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
            {children}
          </DialogContent>
          <Actions submit={submit} onCancel={close} onDirty={setDirty} />
        </Box>
      </Dialog>
      <DiscardDialog open={asking} onConfirm={onClose} onClose={() => setAsking(false)} />
    </>
  );
}

export const NameInput = () => (
  <TextInput
    source="name"
    label="campaign_service.columns.name"
    validate={[required('campaign_service.form.name_required'), maxLength(100)]}
    helperText={false}
    margin="none"
    autoFocus
  />
);

interface DispatchNumberInputProps {
  source: string;
  /** Why a connection cannot be chosen; null where it can. */
  refused?: (connectionId: number) => string | null;
}

/** One of the company's connections, by its name or number; a connected one is online. */
export function DispatchNumberInput({ source, refused = () => null }: DispatchNumberInputProps) {
  const translate = useTranslate();
  const { data = [], isPending } = useDispatchNumbers();
  return (
    <SelectInput
      source={source}
      label="campaign_service.form.number"
      choices={data.map(({ id, name, number, status }) => {
        const reason = refused(id);
        const state = translate(`campaign_service.form.${status === 'CONNECTED' ? 'online' : 'offline'}`);
        return { id, name: `${name || number} · ${reason ?? state}`, disabled: reason !== null };
      })}
      slotProps={{ select: { MenuProps: { sx: { '& .MuiMenuItem-root': { whiteSpace: 'normal' } } } } }}
      isPending={isPending}
      translateChoice={false}
      validate={required('campaign_service.form.number_required')}
      helperText={false}
      margin="none"
    />
  );
}

/** 'now' or 'schedule'; the latter shows what belongs to it. */
export function DispatchTypeInput({ label, children }: { label: string; children: ReactNode }) {
  const dispatch: unknown = useWatch({ name: 'dispatch' });
  return (
    <>
      <RadioButtonGroupInput
        source="dispatch"
        label={label}
        choices={[
          { id: 'now', name: 'campaign_service.form.now' },
          { id: 'schedule', name: 'campaign_service.form.schedule' },
        ]}
        validate={required()}
        helperText={false}
        margin="none"
      />
      {dispatch === 'schedule' && children}
    </>
  );
}

/** When a scheduled campaign begins. */
export function ScheduleInput({ source, future }: { source: string; future?: boolean }) {
  const translate = useTranslate();
  const invalid = useRef(false);
  const { field, fieldState } = useInput({
    source,
    defaultValue: '',
    validate: [
      () => (invalid.current ? 'campaign_service.form.date_invalid' : undefined),
      required('campaign_service.form.date_required'),
      (value: string) => (future && Date.parse(value) < Date.now() ? 'campaign_service.form.date_past' : undefined),
    ],
  });
  return (
    <DateField
      time
      required
      name={field.name}
      label={translate('campaign_service.form.date')}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      onInvalid={(value) => {
        invalid.current = value;
      }}
      disablePast={future}
      error={fieldState.invalid}
      helperText={fieldState.error && <InputHelperText error={fieldState.error.message} />}
    />
  );
}
