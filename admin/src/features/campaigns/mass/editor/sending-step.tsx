import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { hasSendingHours } from '../types';
import { EditorField } from './editor-field';
import { StepFields } from './step-fields';

interface SendingStepProps {
  /** Whether it has a time of its own; a follow-up begins after another campaign. */
  scheduled: boolean;
  /** Whether the connection has intervals, not a rate of its provider. */
  paced: boolean;
  /** Seconds, of a connection whose number may be blocked for sending fast. */
  minInterval: number | undefined;
}

/** When it is sent and how fast, and where replies go. */
export function SendingStep({ scheduled, paced, minInterval }: SendingStepProps) {
  const translate = useTranslate();
  const [sendFrom, weekdays]: unknown[] = useWatch({ name: ['sendFrom', 'weekdays'] });
  return (
    <>
      <StepFields title={translate('campaigns.editor.when')}>
        {scheduled && <EditorField name="scheduledAt" wide />}
        <EditorField name="sendFrom" />
        <EditorField name="sendUntil" />
        <EditorField name="weekdays" wide />
        {hasSendingHours({ sendFrom, weekdays }) && <EditorField name="recipientHours" wide />}
        <EditorField name="frequencyDays" wide />
      </StepFields>
      {paced && (
        <StepFields title={translate('campaigns.editor.pace')}>
          <EditorField name="messageInterval" />
          <EditorField name="longerIntervalAfter" />
          <EditorField name="greaterInterval" />
          {minInterval !== undefined && (
            <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
              {translate('campaigns.editor.min_interval', { seconds: minInterval })}
            </Alert>
          )}
        </StepFields>
      )}
      <StepFields title={translate('campaigns.editor.replies')}>
        <EditorField name="queueId" />
        <EditorField name="tagId" />
      </StepFields>
    </>
  );
}
