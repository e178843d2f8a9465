import { Alert } from '@mui/material';
import { useEffect } from 'react';
import { required, SelectInput, useNotify, useTranslate } from 'react-admin';
import { type AiCampaign, dispatchNumber, useAiInstances, useDispatchNumbers, useSaveCampaign } from './api';
import { CampaignForm, DispatchNumberInput, DispatchTypeInput, NameInput, ScheduleInput } from './form-inputs';

/** Seconds between two rows (spec 001 §5, §9). */
const intervals = Array.from({ length: 58 }, (_, index) => index + 3);
const EDIT_INTERVAL = 5;

interface Values {
  name: string;
  instance_id: number;
  connection_id: number;
  dispatch: 'now' | 'schedule';
  scheduled_at: string;
  interval: number | null;
}

function Inputs({ creating }: { creating: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { data = [], isPending, isError, isSuccess } = useAiInstances();
  useEffect(() => {
    if (isError) notify('campaign_service.ai.instances_failed', { type: 'error' });
  }, [isError, notify]);
  return (
    <>
      <NameInput />
      {isSuccess && data.length === 0 && <Alert severity="info">{translate('campaign_service.ai.no_instances')}</Alert>}
      <SelectInput
        source="instance_id"
        label="campaign_service.ai.instance"
        choices={data}
        isPending={isPending}
        translateChoice={false}
        validate={required('campaign_service.ai.instance_required')}
        helperText={false}
        margin="none"
      />
      <DispatchNumberInput source="connection_id" />
      <DispatchTypeInput label="campaign_service.ai.dispatch">
        <ScheduleInput source="scheduled_at" future={creating} />
        <SelectInput
          source="interval"
          label="campaign_service.ai.interval"
          choices={intervals.map((id) => ({ id, name: translate('campaign_service.ai.seconds', { smart_count: id }) }))}
          translateChoice={false}
          validate={required('campaign_service.ai.interval_required')}
          helperText={false}
          margin="none"
        />
      </DispatchTypeInput>
    </>
  );
}

/** A new AI campaign, or changes of one. */
export function AiCampaignDialog({ campaign, onClose }: { campaign: AiCampaign | null; onClose: () => void }) {
  const translate = useTranslate();
  const save = useSaveCampaign('ai', onClose);
  const { data: connections = [] } = useDispatchNumbers();

  function submit(entered: Record<string, unknown>) {
    const { name, instance_id, connection_id, dispatch, scheduled_at, interval } = entered as unknown as Values;
    const scheduled = dispatch === 'schedule';
    if (!campaign) {
      const schedule = scheduled ? { schedule_time: scheduled_at, interval } : {};
      return save(null, { name, instance_id, connection_id, ...schedule });
    }
    return save(campaign.id, {
      name,
      instance_id,
      ...dispatchNumber(connections, connection_id),
      scheduled_at: scheduled ? scheduled_at : '',
      interval_in_seconds: scheduled ? interval : EDIT_INTERVAL,
    });
  }
  return (
    <CampaignForm
      title={translate(`campaign_service.ai.${campaign ? 'edit' : 'new'}`)}
      submit={translate(`campaign_service.form.${campaign ? 'save' : 'create'}`)}
      values={{
        name: campaign?.name ?? '',
        instance_id: campaign?.instance_id ?? null,
        connection_id: campaign?.connection_id ?? null,
        dispatch: campaign?.scheduled_at ? 'schedule' : 'now',
        scheduled_at: campaign?.scheduled_at ?? '',
        interval: campaign ? (campaign.interval_in_seconds ?? EDIT_INTERVAL) : null,
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Inputs creating={campaign === null} />
    </CampaignForm>
  );
}
