import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { EditorField } from './editor-field';
import { StepFields } from './step-fields';

const sources = ['contactListId', 'tagListId'] as const;

/** Through which connection, and to whom: a contact list, or everybody with a tag. */
export function AudienceStep() {
  const translate = useTranslate();
  const { setValue, getValues } = useFormContext();
  const [source, setSource] = useState<string>(getValues('tagListId') ? 'tagListId' : 'contactListId');
  const change = (next: string) => {
    setSource(next);
    for (const other of sources) if (other !== next) setValue(other, null, { shouldDirty: true });
  };
  const title = translate('campaigns.editor.recipients');
  return (
    <>
      <StepFields>
        <EditorField name="whatsappId" needed />
        <EditorField name="name" />
      </StepFields>
      <StepFields title={title}>
        <RadioGroup
          row
          aria-label={title}
          value={source}
          onChange={(_, next) => change(next)}
          sx={{ gridColumn: '1 / -1' }}
        >
          {sources.map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio size="small" />}
              label={translate(`campaigns.editor.by_${name}`)}
            />
          ))}
        </RadioGroup>
        <EditorField key={source} name={source} needed />
      </StepFields>
    </>
  );
}
