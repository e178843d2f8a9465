import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { FileButton } from '../composer/composer-buttons';
import { sendTemplate } from '../data/api';
import { newId } from '../data/browser';
import { cacheMessage } from '../data/cache';
import {
  headerAccept,
  isComplete,
  noValues,
  type Placeholder,
  placeholdersOf,
  type Template,
  type TemplateValues,
} from '../model/template';
import type { Ticket } from '../model/types';
import { TemplatePreview } from './template-preview';

/** Sends a filled template; what does not fit is said beside its field. */
export function useSendTemplate(ticket: Ticket, template: Template, onDone: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  // one id for every try: an answer that was lost must not send it twice
  const clientMessageId = useRef(newId());

  async function send(params: TemplateValues, file: File | null) {
    setBusy(true);
    try {
      const { name, language } = template;
      const message = { template: { name, language, params }, clientMessageId: clientMessageId.current, file };
      cacheMessage(client, await sendTemplate(ticket.id, message), true);
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return { busy, faults, send };
}

interface TemplateFormProps {
  ticket: Ticket;
  template: Template;
  onDone: () => void;
}

function usePlaceholderLabel(): (gap: Placeholder) => string {
  const translate = useTranslate();
  return ({ section, name, button }) => {
    if (!button) return translate(`workspace.template.${section}_gap`, { name });
    return translate(`workspace.template.${button.kind === 'copy_code' ? 'code' : 'url'}_gap`, { button: button.text });
  };
}

/** The gaps of a template beside the message that they make. */
export function TemplateForm({ ticket, template, onDone }: TemplateFormProps) {
  const translate = useTranslate();
  const labelOf = usePlaceholderLabel();
  const [values, setValues] = useState<TemplateValues>(noValues);
  const [file, setFile] = useState<File | null>(null);
  const { busy, faults, send } = useSendTemplate(ticket, template, onDone);
  const gaps = placeholdersOf(template);
  const accept = headerAccept(template);
  const fill = ({ section, name }: Placeholder, text: string) =>
    setValues((before) => ({ ...before, [section]: { ...before[section], [name]: text } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(values, file);
  };
  return (
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
            sm: gaps.length > 0 || accept ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          },
          alignItems: 'start',
          alignContent: 'start',
        }}
      >
        {(gaps.length > 0 || accept) && (
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
                    color: faults['medias'] ? 'error.main' : 'text.secondary',
                  }}
                >
                  {faults['medias'] ?? file?.name ?? translate(`workspace.template.header_${template.header.kind}`)}
                </Box>
              </Box>
            )}
            {gaps.map((gap, index) => {
              const fault = faults[`template.params.${gap.section}.${gap.name}`];
              const example = gap.example && translate('workspace.template.example', { example: gap.example });
              return (
                <TextField
                  key={`${gap.section}.${gap.name}`}
                  fullWidth
                  autoFocus={index === 0 && !accept}
                  label={labelOf(gap)}
                  value={values[gap.section][gap.name] ?? ''}
                  error={fault !== undefined}
                  helperText={fault ?? example}
                  onChange={(event) => fill(gap, event.target.value)}
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
        <Button type="submit" variant="contained" loading={busy} disabled={!isComplete(template, values, file)}>
          {translate('workspace.template.send')}
        </Button>
      </DialogActions>
    </Box>
  );
}
