import Sync from '@mui/icons-material/SyncOutlined';
import { Autocomplete, Box, Button, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { get, post } from '../../../../conversation/data/api';
import { noValues, type Placeholder, placeholdersOf, type Template } from '../../../../conversation/model/template';
import type { ListPage } from '../../../../providers/api-types';
import { refetch } from '../../../../providers/query-client';
import { useTask } from '../../../../shared/use-task';
import type { CampaignTemplate } from '../types';
import { StepFields } from './step-fields';

const MINUTE_MS = 60_000;
/** A job copies the templates: its result is fetched a few times. */
const REFETCH_AFTER_MS = [1500, 4000, 10_000];
const keyOf = (connectionId: number) => ['campaigns', 'templates', connectionId] as const;

/** The approved templates of a connection that can be sent; a campaign has one file, those of a carousel's cards are several. */
export function useTemplates(connectionId: number | null): Template[] {
  const { data } = useQuery({
    queryKey: keyOf(connectionId ?? 0),
    queryFn: ({ signal }) =>
      get<ListPage<'TemplatesController_list'>>(`/whatsapp/${connectionId}/templates`, { pageNumber: '1' }, signal),
    enabled: connectionId !== null,
    staleTime: MINUTE_MS,
  });
  return (data?.templates ?? []).filter(({ sendable, cards }) => sendable && cards.length === 0);
}

interface TemplateFieldsProps {
  connectionId: number;
  templates: readonly Template[];
  chosen: Template | undefined;
  value: CampaignTemplate | null;
  variables: readonly string[];
}

/** The template of a channel with a window, and what its gaps are filled with for each recipient. */
export function TemplateFields({ connectionId, templates, chosen, value, variables }: TemplateFieldsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const { setValue } = useFormContext();
  const { errors } = useFormState({ name: 'template' });
  const set = (template: CampaignTemplate | null) =>
    setValue('template', template, { shouldDirty: true, shouldValidate: true });
  const sync = async () => {
    await post(`/whatsapp/${connectionId}/templates/sync`);
    notify('workspace.template.syncing', { type: 'info' });
    for (const after of REFETCH_AFTER_MS) window.setTimeout(() => refetch(keyOf(connectionId)), after);
  };
  const labelOf = ({ section, name, button }: Placeholder) => {
    if (!button) return translate(`workspace.template.${section}_gap`, { name });
    return translate(`workspace.template.${button.kind === 'copy_code' ? 'code' : 'url'}_gap`, { button: button.text });
  };
  const message = errors['template']?.message;
  return (
    <StepFields title={translate('campaigns.editor.template')}>
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Autocomplete
          fullWidth
          options={templates}
          value={chosen ?? null}
          getOptionLabel={({ name, language }) => `${name} · ${language}`}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(option, other) => option.id === other.id}
          noOptionsText={translate('workspace.template.empty')}
          onChange={(_, template) =>
            set(template && { name: template.name, language: template.language, params: noValues(template) })
          }
          renderInput={(params) => (
            <TextField
              {...params}
              required
              label={translate('campaigns.editor.template_name')}
              error={message !== undefined}
              helperText={typeof message === 'string' ? message : translate('campaigns.editor.template_help')}
            />
          )}
        />
        <Button startIcon={<Sync />} loading={busy} onClick={() => void run(sync)} sx={{ flex: 'none' }}>
          {translate('workspace.template.sync')}
        </Button>
      </Box>
      {chosen &&
        value &&
        placeholdersOf(chosen, null).map((placeholder) => {
          const { path, section, name, example } = placeholder;
          const params = value.params ?? noValues(chosen);
          const fill = (text: string) =>
            set({ ...value, params: { ...params, [section]: { ...params[section], [name]: text } } });
          return (
            <Autocomplete
              key={path}
              freeSolo
              options={variables.map((variable) => `{${variable}}`)}
              // all of them: the text is what is sent, not a search
              filterOptions={(all) => all}
              inputValue={params[section]?.[name] ?? ''}
              onInputChange={(_, text) => fill(text)}
              renderInput={(params) => (
                <TextField
                  {...params}
                  required
                  label={labelOf(placeholder)}
                  helperText={
                    example ? translate('workspace.template.example', { example }) : translate('campaigns.editor.gap')
                  }
                />
              )}
            />
          );
        })}
    </StepFields>
  );
}
