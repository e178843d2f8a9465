import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FileButton } from '../composer/file-button';
import {
  type Gap,
  gapsOf,
  headerAccept,
  isComplete,
  noValues,
  type Template,
  type TemplateValues,
} from '../model/template';
import type { Ticket } from '../model/types';
import { TemplatePreview } from './template-preview';
import { useSendTemplate } from './use-send-template';

interface TemplateFormProps {
  ticket: Ticket;
  template: Template;
  onDone: () => void;
}

function useGapLabel(): (gap: Gap) => string {
  const translate = useTranslate();
  return ({ place, name, button }) => {
    if (!button) return translate(`workspace.template.${place}_gap`, { name });
    return translate(`workspace.template.${button.kind === 'copy_code' ? 'code' : 'url'}_gap`, { button: button.text });
  };
}

/** The gaps of a template beside the message that they make. */
export function TemplateForm({ ticket, template, onDone }: TemplateFormProps) {
  const translate = useTranslate();
  const labelOf = useGapLabel();
  const [values, setValues] = useState<TemplateValues>(noValues);
  const [file, setFile] = useState<File | null>(null);
  const { busy, faults, send } = useSendTemplate(ticket, template, onDone);
  const gaps = gapsOf(template);
  const accept = headerAccept(template);
  const fill = ({ place, name }: Gap, text: string) =>
    setValues((before) => ({ ...before, [place]: { ...before[place], [name]: text } }));
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
              const fault = faults[`template.params.${gap.place}.${gap.name}`];
              const example = gap.example && translate('workspace.template.example', { example: gap.example });
              return (
                <TextField
                  key={`${gap.place}.${gap.name}`}
                  fullWidth
                  autoFocus={index === 0 && !accept}
                  label={labelOf(gap)}
                  value={values[gap.place][gap.name] ?? ''}
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
