import { useTranslate } from 'react-admin';
import { EditorField } from './editor-field';
import { StepFields } from './step-fields';

/** When it is sent and how fast, and where replies go. */
export function SendingStep({ paced }: { paced: boolean }) {
  const translate = useTranslate();
  return (
    <>
      <StepFields title={translate('campaigns.editor.when')}>
        <EditorField name="scheduledAt" wide />
        <EditorField name="sendFrom" />
        <EditorField name="sendUntil" />
        <EditorField name="weekdays" wide />
      </StepFields>
      {paced && (
        <StepFields title={translate('campaigns.editor.pace')}>
          <EditorField name="messageInterval" />
          <EditorField name="longerIntervalAfter" />
          <EditorField name="greaterInterval" />
        </StepFields>
      )}
      <StepFields title={translate('campaigns.editor.replies')}>
        <EditorField name="queueId" />
        <EditorField name="tagId" />
      </StepFields>
    </>
  );
}
