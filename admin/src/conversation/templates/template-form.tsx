import AttachFile from '@mui/icons-material/AttachFileOutlined';
import { Box, Button, DialogActions, DialogContent, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, apiUpload } from '../../providers/http';
import { mediaField } from '../../resources/quick-messages/media-input';
import { lazyComponent } from '../../shared/lazy-component';
import { useTask } from '../../shared/use-task';
import { FileButton } from '../composer/composer-buttons';
import { post } from '../data/api';
import { cacheMessage } from '../data/cache';
import { newId } from '../data/store-helpers';
import {
  fillPlaceholders,
  headerAccept,
  isComplete,
  noValues,
  type Placeholder,
  placeholdersOf,
  type Template,
  type TemplateValues,
} from '../model/template';
import type { Message, Ticket } from '../model/types';
import { scheduleIn, useCanSchedule } from '../schedules/use-schedules';
import { TemplatePreview } from './template-preview';

const ScheduleDialog = lazyComponent(() => import('../../resources/schedules/schedule-dialog'));

interface TemplateFormProps {
  ticket: Ticket;
  template: Template;
  onDone: () => void;
}

export function TemplateForm({ ticket, template, onDone }: TemplateFormProps) {
  const translate = useTranslate();
  const [values, setValues] = useState<TemplateValues>(noValues);
  const [file, setFile] = useState<File | null>(null);
  const { busy, run } = useTask();
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  // one id for every attempt: a lost answer must not send the message twice
  const [clientMessageId] = useState(newId);
  const canSchedule = useCanSchedule();
  const [scheduling, setScheduling] = useState(false);
  const filled = { name: template.name, language: template.language, params: values };
  const placeholders = placeholdersOf(template);
  const accept = headerAccept(template);
  const labelOf = ({ section, name, button }: Placeholder) => {
    if (!button) return translate(`workspace.template.${section}_gap`, { name });
    return translate(`workspace.template.${button.kind === 'copy_code' ? 'code' : 'url'}_gap`, { button: button.text });
  };
  const fill = ({ section, name }: Placeholder, text: string) =>
    setValues((before) => ({ ...before, [section]: { ...before[section], [name]: text } }));

  /** Refusals are shown beside their fields. */
  async function send() {
    const form = new FormData();
    form.append('clientMessageId', clientMessageId);
    form.append('template', JSON.stringify(filled));
    if (file) form.append('medias', file, file.name);
    const path = `/messages/${ticket.id}`;
    try {
      const sent = file ? apiUpload<Message>(path, form) : post<Message>(path, { template: filled, clientMessageId });
      cacheMessage(await sent, true);
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFieldErrors(fields);
      if (Object.keys(fields).length === 0) throw error;
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };
  return (
    <>
      <Box
        component="form"
        onSubmit={submit}
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              sm: placeholders.length > 0 || accept ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
            },
            alignItems: 'start',
            alignContent: 'start',
          }}
        >
          {(placeholders.length > 0 || accept) && (
            <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
              {accept && (
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <FileButton
                    label={translate('workspace.template.file')}
                    accept={accept}
                    icon={<AttachFile />}
                    onFiles={([first]) => setFile(first ?? null)}
                  />
                  <Box
                    sx={{
                      minWidth: 0,
                      overflowWrap: 'anywhere',
                      color: fieldErrors['medias'] ? 'error.main' : 'text.secondary',
                    }}
                  >
                    {fieldErrors['medias'] ??
                      file?.name ??
                      translate(`workspace.template.header_${template.header.kind}`)}
                  </Box>
                </Box>
              )}
              {placeholders.map((placeholder, index) => {
                const fieldError = fieldErrors[`template.params.${placeholder.section}.${placeholder.name}`];
                const example =
                  placeholder.example && translate('workspace.template.example', { example: placeholder.example });
                return (
                  <TextField
                    key={`${placeholder.section}.${placeholder.name}`}
                    fullWidth
                    autoFocus={index === 0 && !accept}
                    label={labelOf(placeholder)}
                    value={values[placeholder.section][placeholder.name] ?? ''}
                    error={fieldError !== undefined}
                    helperText={fieldError ?? example}
                    onChange={(event) => fill(placeholder, event.target.value)}
                    slotProps={{ htmlInput: { maxLength: 1024 } }}
                  />
                );
              })}
            </Box>
          )}
          <Box>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.75 }}>
              {translate('workspace.template.preview')}
            </Typography>
            <TemplatePreview template={template} values={values} file={file} />
          </Box>
        </DialogContent>
        <DialogActions>
          {canSchedule && (
            <Button onClick={() => setScheduling(true)} disabled={busy || !isComplete(template, values, file)}>
              {translate('schedules.schedule')}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={busy} disabled={!isComplete(template, values, file)}>
            {translate('workspace.template.send')}
          </Button>
        </DialogActions>
      </Box>
      {scheduling && (
        <ScheduleDialog
          scheduleId={null}
          start={{
            ...scheduleIn(ticket, fillPlaceholders(template.body.text, values.body)),
            template: filled,
            ...(file ? { [mediaField]: file } : {}),
          }}
          onSaved={onDone}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}
