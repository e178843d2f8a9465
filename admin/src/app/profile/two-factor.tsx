import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { ApiError, api } from '../../providers/http';
import { useSessionUser } from '../../providers/session-user';
import { useNotifyError } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';
import { LoadFailed } from '../../shared/load-failed';
import { RecoveryCodes } from '../../shared/two-factor/recovery-codes';
import { SetupSteps } from '../../shared/two-factor/setup-steps';

type EntryStep = { name: 'enable' | 'disable' | 'renew' } | { name: 'confirm'; setup: Schemas['TwoFactorSetup'] };
type Step = EntryStep | { name: 'codes'; codes: readonly string[] };

interface StepDialogProps {
  step: EntryStep;
  onStep: (next: Step | null) => void;
}

const post = <T,>(path: string, body: object) => api<T>(`/auth/two-factor${path}`, { method: 'POST', body });

/** Closed by its button only: the codes are not shown again. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={title}>
      <DialogTitle id={title}>{translate('account.two_factor.codes')}</DialogTitle>
      <DialogContent>
        <RecoveryCodes codes={codes} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('account.two_factor.codes_saved')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** One step of switching it on or off, or of new recovery codes: the password, or the code of the app. */
function StepDialog({ step, onStep }: StepDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const perform = async (): Promise<Step | null> => {
    if (step.name === 'enable')
      return { name: 'confirm', setup: await post<Schemas['TwoFactorSetup']>('', { password: value }) };
    if (step.name === 'confirm') {
      const { recoveryCodes } = await post<Schemas['RecoveryCodes']>('/confirm', { code: value });
      return { name: 'codes', codes: recoveryCodes };
    }
    if (step.name === 'renew') {
      const { recoveryCodes } = await post<Schemas['RecoveryCodes']>('/recovery-codes', { password: value });
      return { name: 'codes', codes: recoveryCodes };
    }
    await post('/disable', { password: value });
    notify('account.two_factor.disabled', { type: 'success' });
    return null;
  };
  const submit = async () => {
    setBusy(true);
    try {
      onStep(await perform());
    } catch (error) {
      const [text] = error instanceof ApiError ? Object.values(error.fields) : [];
      setFault(text ?? null);
      if (text === undefined) notifyError(error);
      setBusy(false);
    }
  };
  const byCode = step.name === 'confirm';
  return (
    <FormDialog
      title={translate(`account.two_factor.${step.name}_title`)}
      submit={translate(`account.two_factor.${step.name}_submit`)}
      destructive={step.name === 'disable'}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={() => onStep(null)}
    >
      {step.name === 'confirm' && <SetupSteps {...step.setup} />}
      <TextField
        autoFocus
        fullWidth
        label={translate(byCode ? 'account.two_factor.app_code' : 'account.current_password')}
        type={byCode ? 'text' : 'password'}
        autoComplete={byCode ? 'one-time-code' : 'current-password'}
        value={value}
        error={fault !== null}
        helperText={fault}
        onChange={(event) => {
          setValue(event.target.value);
          setFault(null);
        }}
      />
    </FormDialog>
  );
}

/** Whether the user signs in in two steps, and how they switch it. */
export function TwoFactor() {
  const translate = useTranslate();
  const client = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const queryKey = ['two-factor', useSessionUser().id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<Schemas['TwoFactorState']>('/auth/two-factor', { signal }),
    staleTime: 0,
  });
  const change = (next: Step | null) => {
    setStep(next);
    void client.invalidateQueries({ queryKey });
  };
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={64} />;
  const { enabled, enforced, recoveryCodesLeft } = data;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {enabled
          ? translate('account.two_factor.on', { smart_count: recoveryCodesLeft })
          : translate('account.two_factor.off')}
      </Typography>
      {enabled && enforced ? (
        <Typography variant="body2" sx={{ color: 'atende.faint' }}>
          {translate('account.two_factor.enforced')}
        </Typography>
      ) : (
        <Button variant="outlined" onClick={() => setStep({ name: enabled ? 'disable' : 'enable' })}>
          {translate(`account.two_factor.${enabled ? 'disable' : 'enable'}_submit`)}
        </Button>
      )}
      {enabled && (
        <Button variant="outlined" onClick={() => setStep({ name: 'renew' })}>
          {translate('account.two_factor.renew_submit')}
        </Button>
      )}
      {step?.name === 'codes' && <CodesDialog codes={step.codes} onClose={() => change(null)} />}
      {step && step.name !== 'codes' && <StepDialog key={step.name} step={step} onStep={change} />}
    </Box>
  );
}
