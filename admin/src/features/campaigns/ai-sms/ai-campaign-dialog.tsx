import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { required, SelectInput, useNotify, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { fillPlaceholders } from '../../../conversation/model/template';
import { isObject } from '../../../schema/registry';
import { onlyChoice } from '../../../shared/only-choice';
import { TemplateFields, useTemplates } from '../mass/editor/template-fields';
import type { CampaignTemplate } from '../mass/types';
import {
  type AiCampaign,
  dispatchNumber,
  useAiInstances,
  useAiNumbers,
  useDispatchNumbers,
  useSaveCampaign,
} from './api';
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
  template: CampaignTemplate | null;
}

/** Columns of the file. */
const variables = ['nome', 'telefone', 'campo1', 'campo2', 'campo3', 'campo4', 'campo5'];

/** What opens the conversations where the connection needs a template, as the customer reads it; the AI answers the reply. */
function TemplateInput({ connectionId }: { connectionId: number }) {
  const translate = useTranslate();
  const entered: unknown = useWatch({ name: 'template' });
  const templates = useTemplates(connectionId).filter(({ header }) => header.kind === 'none' || header.kind === 'text');
  // an empty group of inputs is a list
  const value = isObject(entered) ? (entered as unknown as CampaignTemplate) : null;
  const chosen = templates.find(({ name, language }) => name === value?.name && language === value.language);
  const texts = chosen && [
    fillPlaceholders(chosen.header.text, value?.params?.header ?? {}),
    fillPlaceholders(chosen.body.text, value?.params?.body ?? {}),
    chosen.footer,
  ];
  return (
    <>
      <Alert severity="info">{translate('campaign_service.ai.template_lead')}</Alert>
      <TemplateFields
        connectionId={connectionId}
        templates={templates}
        chosen={chosen}
        value={value}
        variables={variables}
      />
      {texts && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 1.5, display: 'grid', gap: 0.5 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {translate('campaign_service.ai.template_preview')}
          </Typography>
          {texts
            .filter((text) => text !== '')
            .map((text) => (
              <Typography key={text} variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
            ))}
        </Box>
      )}
    </>
  );
}

/** The prompt that writes and answers; one that is created from here, in another tab, is chosen by itself. */
function AssistantInput() {
  const translate = useTranslate();
  const notify = useNotify();
  const { setValue } = useFormContext();
  const { data = [], isPending, isError, isSuccess } = useAiInstances();
  /** Those that were known when the other tab was opened. */
  const known = useRef<readonly number[] | null>(null);
  useEffect(() => {
    if (isError) notify('campaign_service.ai.instances_failed', { type: 'error' });
  }, [isError, notify]);
  useEffect(() => {
    const created = known.current && data.find(({ id }) => !known.current?.includes(id));
    if (!created) return;
    known.current = null;
    setValue('instance_id', created.id, { shouldDirty: true, shouldValidate: true });
  }, [data, setValue]);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {isSuccess && data.length === 0 && <Alert severity="info">{translate('campaign_service.ai.no_instances')}</Alert>}
      <SelectInput
        source="instance_id"
        label="campaign_service.ai.instance"
        choices={data}
        isPending={isPending}
        translateChoice={false}
        validate={required('campaign_service.ai.instance_required')}
        helperText="campaign_service.ai.instance_help"
        margin="none"
      />
      <Button
        size="small"
        startIcon={<Add />}
        component="a"
        href="/prompts/create"
        target="_blank"
        rel="noopener"
        onClick={() => {
          known.current = data.map(({ id }) => id);
        }}
        sx={{ justifySelf: 'start' }}
      >
        {translate('campaign_service.ai.new_instance')}
      </Button>
    </Box>
  );
}

function Inputs({ creating }: { creating: boolean }) {
  const translate = useTranslate();
  const { data: numbers } = useAiNumbers();
  const connectionId: unknown = useWatch({ name: 'connection_id' });
  const numberOf = (id: unknown) => numbers?.find(({ connection_id }) => connection_id === id);
  const number = numberOf(connectionId);
  return (
    <>
      <NameInput />
      <AssistantInput />
      <DispatchNumberInput source="connection_id" refused={(id) => numberOf(id)?.reason ?? null} />
      {number?.opens_by === 'template' && number.reason === null && (
        <TemplateInput connectionId={number.connection_id} />
      )}
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
  const { data: numbers, isFetched } = useAiNumbers();
  const instances = useAiInstances();

  function submit(entered: Record<string, unknown>) {
    const { name, instance_id, connection_id, dispatch, scheduled_at, interval, template } =
      entered as unknown as Values;
    const isTemplated = numbers?.some((each) => each.connection_id === connection_id && each.opens_by === 'template');
    const opening = isTemplated && isObject(template) ? { template: JSON.stringify(template) } : {};
    const scheduled = dispatch === 'schedule';
    if (!campaign) {
      const schedule = scheduled ? { schedule_time: scheduled_at, interval } : {};
      return save(null, { name, instance_id, connection_id, ...opening, ...schedule });
    }
    return save(campaign.id, {
      name,
      instance_id,
      ...dispatchNumber(connections, connection_id),
      ...opening,
      scheduled_at: scheduled ? scheduled_at : '',
      interval_in_seconds: scheduled ? interval : EDIT_INTERVAL,
    });
  }
  // a request that failed is repeated by the field, and pending again
  if (!campaign && !(isFetched && instances.isFetched)) return null;
  const only = numbers?.filter(({ reason }) => reason === null).map((number) => ({ id: number.connection_id }));
  return (
    <CampaignForm
      title={translate(`campaign_service.ai.${campaign ? 'edit' : 'new'}`)}
      submit={translate(`campaign_service.form.${campaign ? 'save' : 'create'}`)}
      values={{
        name: campaign?.name ?? '',
        instance_id: campaign ? campaign.instance_id : onlyChoice(instances.data),
        connection_id: campaign ? campaign.connection_id : onlyChoice(only),
        template: campaign?.template ?? null,
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
