import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { maxLength, required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { useSessionUser } from '../../../providers/session-user';
import { dispatchNumber, pathOf, useDispatchNumbers, useSaveCampaign } from './api';
import { CampaignForm, DispatchNumberInput, DispatchTypeInput, NameInput, ScheduleInput } from './form-inputs';
import { MAX_SMS, smsParts } from './sms-parts';

interface Values {
  name: string;
  shootingStyle: string;
  numberDispatch: number;
  dispatch: 'now' | 'schedule';
  scheduled_at: string;
  message: string;
}

/** What is left of the text, and what its letters cost. */
function Remaining() {
  const translate = useTranslate();
  const message: unknown = useWatch({ name: 'message' });
  const text = typeof message === 'string' ? message : '';
  const { parts, unicode } = smsParts(text);
  return (
    <>
      <Typography component="span" variant="caption" aria-live="polite" sx={{ display: 'block' }}>
        {translate('campaign_service.sms.remaining', { smart_count: MAX_SMS - text.length })}
        {' · '}
        {translate('campaign_service.sms.parts', { smart_count: parts })}
      </Typography>
      {unicode && (
        <Typography component="span" variant="caption" sx={{ display: 'block', color: 'atende.warn' }}>
          {translate('campaign_service.sms.unicode')}
        </Typography>
      )}
    </>
  );
}

function GatewayInput() {
  const translate = useTranslate();
  const { companyId } = useSessionUser();
  const { data = [], isPending } = useQuery({
    queryKey: ['sms-gateways', 'instances'],
    queryFn: ({ signal }) => api<Schemas['SmsService'][]>(pathOf('sms', `instances/${companyId}`), { signal }),
  });
  return (
    <>
      {data.length > 0 && data.every(({ configured }) => !configured) && (
        <Alert severity="info">{translate('campaign_service.sms.no_account')}</Alert>
      )}
      <SelectInput
        source="shootingStyle"
        label="campaign_service.sms.gateway"
        choices={data.map(({ id, name, configured }) => ({
          id,
          name: configured ? name : translate('campaign_service.sms.without_account', { name }),
        }))}
        isPending={isPending}
        translateChoice={false}
        validate={required('campaign_service.sms.gateway_required')}
        helperText={false}
        margin="none"
      />
    </>
  );
}

/** A new SMS campaign. */
export function SmsCampaignDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const save = useSaveCampaign('sms', onClose);
  const { data: connections = [] } = useDispatchNumbers();

  function submit(entered: Record<string, unknown>) {
    const { name, shootingStyle, numberDispatch, dispatch, scheduled_at, message } = entered as unknown as Values;
    return save(null, {
      name,
      ...dispatchNumber(connections, numberDispatch),
      service_identifier: shootingStyle,
      message,
      ...(dispatch === 'schedule' && { schedule_time: scheduled_at }),
    });
  }
  return (
    <CampaignForm
      title={translate('campaign_service.sms.new')}
      submit={translate('campaign_service.form.create')}
      values={{ name: '', shootingStyle: null, numberDispatch: null, dispatch: 'now', scheduled_at: '', message: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput />
      <GatewayInput />
      <DispatchNumberInput source="numberDispatch" />
      <DispatchTypeInput label="campaign_service.sms.dispatch">
        <ScheduleInput source="scheduled_at" future />
      </DispatchTypeInput>
      <TextInput
        source="message"
        label="campaign_service.sms.message"
        validate={[required('campaign_service.sms.message_required'), maxLength(MAX_SMS)]}
        multiline
        minRows={3}
        helperText={<Remaining />}
        slotProps={{ htmlInput: { maxLength: MAX_SMS } }}
        margin="none"
      />
    </CampaignForm>
  );
}
