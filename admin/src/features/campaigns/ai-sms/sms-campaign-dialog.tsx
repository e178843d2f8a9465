import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxLength, required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { VariableChips } from '../../../schema/inputs/variable-chips';
import { formatDateTime } from '../../../shared/format';
import { onlyChoice } from '../../../shared/only-choice';
import { useDebounced } from '../../../shared/use-debounced';
import {
  dispatchNumber,
  keyOf,
  pathOf,
  type SmsCampaign,
  useDispatchNumbers,
  useSaveCampaign,
  useSmsServices,
} from './api';
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

/** Columns of the file. */
const variables = ['nome', 'campo1', 'campo2', 'campo3', 'campo4', 'campo5'];

/** The text as it is for the recipient with the longest one, and for how many it is too long. */
function useLongest(campaign: SmsCampaign | null, text: string) {
  const message = useDebounced(text);
  const { data } = useQuery({
    queryKey: keyOf('sms', 'longest', campaign?.id, message),
    queryFn: ({ signal }) =>
      api<Schemas['LongestSms']>(pathOf('sms', `campaigns/${campaign?.id}/longest`), {
        method: 'POST',
        body: { message },
        signal,
      }),
    enabled: campaign !== null && campaign.rows > 0 && message.includes('{'),
  });
  return message === text && data && data.rows > 0 ? data : null;
}

/** What is left of the text, and what its letters cost. */
function Remaining({ campaign }: { campaign: SmsCampaign | null }) {
  const translate = useTranslate();
  const message: unknown = useWatch({ name: 'message' });
  const written = typeof message === 'string' ? message : '';
  const longest = useLongest(campaign, written);
  const text = longest?.text ?? written;
  const { parts, unicode } = smsParts(text);
  const left = MAX_SMS - text.length;
  const notes = [
    longest && {
      text: translate('campaign_service.sms.longest', { name: longest.name || '–' }),
      color: 'text.secondary',
    },
    longest &&
      longest.too_long > 0 && {
        text: translate('campaign_service.sms.too_long', { smart_count: longest.too_long }),
        color: 'atende.warn',
      },
    unicode && { text: translate('campaign_service.sms.unicode'), color: 'atende.warn' },
  ].filter((note) => note !== null && note !== false);
  return (
    <>
      <Typography component="span" variant="caption" aria-live="polite" sx={{ display: 'block' }}>
        {translate(`campaign_service.sms.${left < 0 ? 'over' : 'remaining'}`, { smart_count: Math.abs(left) })}
        {' · '}
        {translate('campaign_service.sms.parts', { smart_count: parts })}
      </Typography>
      {notes.map((note) => (
        <Typography key={note.text} component="span" variant="caption" sx={{ display: 'block', color: note.color }}>
          {note.text}
        </Typography>
      ))}
    </>
  );
}

/** The text with its variables. */
function MessageInput({ campaign }: { campaign: SmsCampaign | null }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const box = useRef<HTMLDivElement>(null);
  return (
    <Box ref={box} sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        source="message"
        label="campaign_service.sms.message"
        validate={[required('campaign_service.sms.message_required'), maxLength(MAX_SMS)]}
        multiline
        minRows={3}
        helperText={<Remaining campaign={campaign} />}
        readOnly={campaign?.begun ?? false}
        slotProps={{ htmlInput: { maxLength: MAX_SMS } }}
        margin="none"
      />
      {!campaign?.begun && (
        <VariableChips
          label={translate('campaign_service.sms.variables')}
          variables={variables.map((name) => ({ label: name, text: `{${name}}` }))}
          area={() => box.current?.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')}
          onChange={(text) => setValue('message', text, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </Box>
  );
}

function GatewayInput() {
  const translate = useTranslate();
  const { data = [], isPending } = useSmsServices();
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

interface SmsCampaignDialogProps {
  campaign: SmsCampaign | null;
  onClose: () => void;
}

/** A new SMS campaign, or changes of one. */
export function SmsCampaignDialog({ campaign, onClose }: SmsCampaignDialogProps) {
  const translate = useTranslate();
  const save = useSaveCampaign('sms', onClose);
  const { data: connections = [], isFetched } = useDispatchNumbers();
  const services = useSmsServices();
  const hasPassed = campaign !== null && Date.parse(campaign.scheduled_at ?? '') <= Date.now();

  function submit(entered: Record<string, unknown>) {
    const { name, shootingStyle, numberDispatch, dispatch, scheduled_at, message } = entered as unknown as Values;
    const scheduled = dispatch === 'schedule';
    const common = { name, ...dispatchNumber(connections, numberDispatch), service_identifier: shootingStyle };
    if (!campaign) return save(null, { ...common, message, ...(scheduled && { schedule_time: scheduled_at }) });
    if (campaign.begun) return save(campaign.id, common);
    return save(campaign.id, { ...common, message, scheduled_at: scheduled ? scheduled_at : '' });
  }
  // a request that failed is repeated by its field, and pending again
  if (!campaign && !(isFetched && services.isFetched)) return null;
  return (
    <CampaignForm
      title={translate(`campaign_service.sms.${campaign ? 'edit' : 'new'}`)}
      submit={translate(`campaign_service.form.${campaign ? 'save' : 'create'}`)}
      values={{
        name: campaign?.name ?? '',
        shootingStyle: campaign
          ? campaign.service_identifier
          : onlyChoice(services.data?.filter(({ configured }) => configured)),
        numberDispatch: campaign ? campaign.connection_id : onlyChoice(connections),
        dispatch: campaign?.scheduled_at ? 'schedule' : 'now',
        scheduled_at: campaign?.scheduled_at ?? '',
        message: campaign?.message ?? '',
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput />
      <GatewayInput />
      <DispatchNumberInput source="numberDispatch" />
      {campaign?.begun ? (
        <Alert severity="info">
          {translate('campaign_service.sms.begun')}
          {campaign.scheduled_at &&
            ` ${translate('campaign_service.sms.scheduled', { at: formatDateTime(campaign.scheduled_at) })}.`}
        </Alert>
      ) : (
        <DispatchTypeInput label="campaign_service.sms.dispatch">
          <ScheduleInput source="scheduled_at" future={!hasPassed} />
        </DispatchTypeInput>
      )}
      <MessageInput campaign={campaign} />
    </CampaignForm>
  );
}
