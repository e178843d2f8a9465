import AttachFile from '@mui/icons-material/AttachFileOutlined';
import { Box, Button, DialogActions, DialogContent, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, apiUpload } from '../../../providers/http';
import { lazyComponent } from '../../../shared/lazy-component';
import { useTask } from '../../../shared/use-task';
import { post } from '../../data/api';
import { cacheMessage } from '../../data/cache';
import { newId } from '../../data/store-helpers';
import { scheduleIn, useCanSchedule } from '../../data/use-schedules';
import {
  fileAccepts,
  fillPlaceholders,
  isComplete,
  noValues,
  type Placeholder,
  placeholdersOf,
  type Template,
  valueOf,
  withValue,
} from '../../model/template';
import type { Message, Ticket } from '../../model/types';
import { FileButton } from '../composer/composer-buttons';
import { mediaField } from '../forms/media-input';
import { TemplatePreview } from './template-preview';

const RecordDialog = lazyComponent(() => import('../../../schema/record-dialog'));

interface FileFieldProps {
  accept: string;
  label: string;
  /** The name of the file, or what to choose. */
  text: string;
  error: string | undefined;
  onFile: (file: File | undefined) => void;
}

function FileField({ accept, label, text, error, onFile }: FileFieldProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <FileButton label={label} accept={accept} icon={<AttachFile />} onFiles={([first]) => onFile(first)} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', color: error ? 'error.main' : 'text.secondary' }}>
        {error ?? text}
      </Box>
    </Box>
  );
}

interface PlaceholderFieldsProps {
  placeholders: readonly Placeholder[];
  fieldErrors: Readonly<Record<string, string>>;
  valueOf: (placeholder: Placeholder) => string;
  autoFocus?: boolean;
  onFill: (placeholder: Placeholder, text: string) => void;
}

function PlaceholderFields({ placeholders, fieldErrors, valueOf, autoFocus = false, onFill }: PlaceholderFieldsProps) {
  const translate = useTranslate();
  const labelOf = ({ section, name, button }: Placeholder) => {
    if (!button) return translate(`workspace.template.${section}_gap`, { name });
    return translate(`workspace.template.${button.kind === 'copy_code' ? 'code' : 'url'}_gap`, { button: button.text });
  };
  return placeholders.map((placeholder, index) => {
    const { path, example } = placeholder;
    const fieldError = fieldErrors[`template.params.${path}`];
    return (
      <TextField
        key={path}
        fullWidth
        autoFocus={autoFocus && index === 0}
        label={labelOf(placeholder)}
        value={valueOf(placeholder)}
        error={fieldError !== undefined}
        helperText={fieldError ?? (example && translate('workspace.template.example', { example }))}
        onChange={(event) => onFill(placeholder, event.target.value)}
        slotProps={{ htmlInput: { maxLength: 1024 } }}
      />
    );
  });
}

interface TemplateFormProps {
  ticket: Ticket;
  template: Template;
  onDone: () => void;
}

export function TemplateForm({ ticket, template, onDone }: TemplateFormProps) {
  const translate = useTranslate();
  const [values, setValues] = useState(() => noValues(template));
  const [files, setFiles] = useState<readonly (File | undefined)[]>([]);
  const { busy, run } = useTask();
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  // one id for every attempt: a lost answer must not send the message twice
  const [clientMessageId] = useState(newId);
  const canSchedule = useCanSchedule();
  const [scheduling, setScheduling] = useState(false);
  const filled = { name: template.name, language: template.language, params: values };
  const accepts = fileAccepts(template);
  const hasCards = template.cards.length > 0;
  const main = { placeholders: placeholdersOf(template, null), accept: hasCards ? undefined : accepts[0] };
  const isPlain = main.placeholders.length === 0 && accepts.length === 0 && !hasCards;
  const complete = isComplete(template, values, files);
  const fields = { fieldErrors, valueOf: (placeholder: Placeholder) => valueOf(values, placeholder) };
  const fill = (placeholder: Placeholder, text: string) => setValues((before) => withValue(before, placeholder, text));
  const choose = (index: number, file: File | undefined) =>
    setFiles((before) => accepts.map((_accept, at) => (at === index ? file : before[at])));

  /** Refusals are shown beside their fields. */
  async function send() {
    const form = new FormData();
    form.append('clientMessageId', clientMessageId);
    form.append('template', JSON.stringify(filled));
    const chosen = files.filter((file) => file !== undefined);
    for (const file of chosen) form.append('medias', file, file.name);
    const path = `/messages/${ticket.id}`;
    try {
      const body = { template: filled, clientMessageId };
      const sent = chosen.length > 0 ? apiUpload<Message>(path, form) : post<Message>(path, body);
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
              sm: isPlain ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))',
            },
            alignItems: 'start',
            alignContent: 'start',
          }}
        >
          {!isPlain && (
            <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
              {main.accept && (
                <FileField
                  accept={main.accept}
                  label={translate('workspace.template.file')}
                  text={files[0]?.name ?? translate(`workspace.template.header_${template.header.kind}`)}
                  error={fieldErrors['medias']}
                  onFile={(file) => choose(0, file)}
                />
              )}
              <PlaceholderFields {...fields} placeholders={main.placeholders} autoFocus={!main.accept} onFill={fill} />
              {template.cards.map((card, index) => (
                <Box
                  // cards have no id and do not move
                  key={index}
                  component="fieldset"
                  sx={{
                    display: 'grid',
                    gap: 2,
                    minWidth: 0,
                    m: 0,
                    p: 1.5,
                    border: 1,
                    borderColor: 'divider',
                    borderRadius: '10px',
                  }}
                >
                  <Typography component="legend" variant="subtitle2" sx={{ px: 0.5 }}>
                    {translate('workspace.template.card', { number: index + 1 })}
                  </Typography>
                  <FileField
                    accept={accepts[index] ?? ''}
                    label={translate('workspace.template.card_file', { number: index + 1 })}
                    text={files[index]?.name ?? translate(`workspace.template.card_${card.header.kind}`)}
                    error={fieldErrors['medias']}
                    onFile={(file) => choose(index, file)}
                  />
                  <PlaceholderFields {...fields} placeholders={placeholdersOf(template, index)} onFill={fill} />
                </Box>
              ))}
            </Box>
          )}
          <Box>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.75 }}>
              {translate('workspace.template.preview')}
            </Typography>
            <TemplatePreview template={template} values={values} files={files} />
          </Box>
        </DialogContent>
        <DialogActions>
          {canSchedule && !hasCards && (
            <Button onClick={() => setScheduling(true)} disabled={busy || !complete}>
              {translate('schedules.schedule')}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={busy} disabled={!complete}>
            {translate('workspace.template.send')}
          </Button>
        </DialogActions>
      </Box>
      {scheduling && (
        <RecordDialog
          resource="schedules"
          id={null}
          start={{
            ...scheduleIn(ticket, fillPlaceholders(template.body.text, values.body)),
            template: filled,
            ...(files[0] ? { [mediaField]: files[0] } : {}),
          }}
          onSaved={onDone}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}
