import Refresh from '@mui/icons-material/Refresh';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import {
  type RaRecord,
  SelectInput,
  useGetOne,
  useLocale,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { MediaButtons, mediaField, uploadMedia } from '../../../conversation/ui/forms/media-input';
import type { Locale } from '../../../i18n';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps, InputProps } from '../../../schema/registry';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useTask } from '../../../shared/use-task';

type Source = Schemas['KnowledgeRecord'] & RaRecord;

/** What kind of source it is; of a file also which. */
function KindInput(props: InputProps) {
  const translate = useTranslate();
  const id = useId();
  const opened = useRecordContext();
  const { data } = useGetOne<Source>('knowledge', { id: opened?.id as number }, { enabled: opened?.id !== undefined });
  const [kind, chosen] = useWatch({ name: [props.source, mediaField] }) as [unknown, unknown];
  const name = chosen instanceof File ? chosen.name : data?.mediaName;
  const choices = props.view.options?.map(({ value, label }) => ({ id: value, name: label })) ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SelectInput {...inputProps(props)} choices={choices} translateChoice={false} />
      {kind === 'file' && (
        <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
          <Typography id={id} variant="subtitle2" sx={{ color: 'text.secondary' }}>
            {translate('assistant.knowledge.file')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {name ?? translate('assistant.knowledge.hint')}
          </Typography>
          <MediaButtons
            removable={false}
            given={name !== undefined && name !== null}
            label={translate('assistant.knowledge.file')}
            accept=".pdf,.docx,.md,.txt,.csv"
          />
        </Box>
      )}
    </Box>
  );
}

/** Where it could not be read, why. */
function Status({ view, record }: FieldProps) {
  const locale = useLocale() as Locale;
  const { status, error } = record as Source;
  const label = view.options?.find(({ value }) => value === status)?.label ?? status;
  if (status !== 'failed') return label;
  return (
    <Box component="span" sx={{ color: 'error.main' }}>
      {error?.[locale] ?? label}
    </Box>
  );
}

function ReadAgain({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const { id, title, kind } = record as Source;
  if (kind === 'text') return null;
  const read = async () => {
    if (await run(() => api(`/knowledge/${id}/read`, { method: 'POST' })))
      notify('assistant.knowledge.reading', { type: 'success' });
  };
  return (
    <TooltipIconButton
      size="small"
      label={translate('assistant.knowledge.read_of', { name: title })}
      tooltip={translate('assistant.knowledge.read')}
      disabled={busy}
      onClick={() => void read()}
    >
      <Refresh fontSize="small" />
    </TooltipIconButton>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'knowledge',
  fields: { status: Status },
  inputs: { kind: KindInput },
  rowActions: ReadAgain,
  saved: async (id, values) => {
    if (values['kind'] === 'file') await uploadMedia(`/knowledge/${id}/media-upload`, values, 'knowledge');
  },
};
