import { FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatCount } from '../../../../shared/format';
import type { Campaign } from '../types';
import { EditorField, useField } from './editor-field';
import { StepFields } from './step-fields';

const sources = ['contactListId', 'tagListId'] as const;

interface AudienceStepProps {
  /** Recipients of the chosen list or tag; with a tag also those with the contacts of its conversations. */
  counts: { contacts: number; all: number | null } | undefined;
}

/** Whom the chosen tag names, with how many they are. */
function Scopes({ counts }: { counts: { contacts: number; all: number } }) {
  const translate = useTranslate();
  const { setValue, control } = useFormContext();
  const scope: unknown = useWatch({ control, name: 'tagScope' });
  const { label, options = [] } = useField('tagScope');
  return (
    <RadioGroup
      aria-label={label}
      value={scope === 'all' ? 'all' : 'contacts'}
      onChange={(_, next) => setValue('tagScope', next, { shouldDirty: true })}
      sx={{ gridColumn: '1 / -1' }}
    >
      {options.map(({ value, label: text }) => (
        <FormControlLabel
          key={String(value)}
          value={value}
          control={<Radio size="small" />}
          label={translate('campaigns.editor.counted', {
            text,
            count: formatCount(counts[value === 'all' ? 'all' : 'contacts']),
          })}
        />
      ))}
    </RadioGroup>
  );
}

/** A contact list, or everybody with a tag. */
function Sources({ title, counts }: { title: string } & AudienceStepProps) {
  const translate = useTranslate();
  const { setValue, getValues } = useFormContext();
  const [source, setSource] = useState<string>(getValues('tagListId') ? 'tagListId' : 'contactListId');
  const change = (next: string) => {
    setSource(next);
    for (const other of sources) if (other !== next) setValue(other, null, { shouldDirty: true });
  };
  return (
    <>
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
      {counts && source === 'contactListId' && <Count text="campaigns.editor.recipients_count" of={counts.contacts} />}
      {counts && source === 'tagListId' && counts.all !== null && (
        <Scopes counts={{ contacts: counts.contacts, all: counts.all }} />
      )}
    </>
  );
}

function Count({ text, of }: { text: string; of: number }) {
  const translate = useTranslate();
  return (
    <Typography role="status" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
      {translate(text, { smart_count: of, count: formatCount(of) })}
    </Typography>
  );
}

/** Of a follow-up: those who did not reply to the campaign before it. */
function Unanswered({ name, counts }: { name: string } & AudienceStepProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography sx={{ gridColumn: '1 / -1' }}>{translate('campaigns.sequence.to', { name })}</Typography>
      <EditorField name="followDays" />
      {counts && <Count text="campaigns.sequence.until_now" of={counts.contacts} />}
    </>
  );
}

/** Through which connection, and to whom. */
export function AudienceStep({ counts, follows }: AudienceStepProps & { follows: Campaign['follows'] }) {
  const title = useTranslate()('campaigns.editor.recipients');
  return (
    <>
      <StepFields>
        <EditorField name="whatsappId" needed />
        <EditorField name="name" />
      </StepFields>
      <StepFields title={title}>
        {follows ? <Unanswered name={follows.name} counts={counts} /> : <Sources title={title} counts={counts} />}
      </StepFields>
    </>
  );
}
