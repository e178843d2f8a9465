import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Template } from '../../../../conversation/model/template';
import { MediaInput } from '../../../../conversation/ui/forms/media-input';
import { formatCount } from '../../../../shared/format';
import type { CampaignTemplate } from '../types';
import { EditorField } from './editor-field';
import { MessageTexts } from './message-texts';
import { StepFields } from './step-fields';
import { confirmationNames, messageNames } from './steps';
import { TemplateFields } from './template-fields';

export interface WrittenText {
  of: 'message' | 'confirmationMessage';
  number: number;
}

interface MessageStepProps {
  /** Of a channel whose first message has to be a template. */
  templated: boolean;
  connectionId: number | null;
  templates: readonly Template[];
  chosen: Template | undefined;
  template: CampaignTemplate | null;
  variables: readonly string[];
  /** How many files the chosen list has; null without one. */
  listedFiles: number | null;
  onWrite: (written: WrittenText) => void;
}

/** What is sent. */
export function MessageStep(props: MessageStepProps) {
  const { templated, connectionId, templates, chosen, template, variables, listedFiles, onWrite } = props;
  const translate = useTranslate();
  const confirmation: unknown = useWatch({ name: 'confirmation' });
  const asks = confirmation === true;
  const header = chosen?.header.kind ?? 'none';
  const withFile = !templated || (header !== 'none' && header !== 'text');
  return (
    <>
      {templated && connectionId !== null && (
        <TemplateFields
          connectionId={connectionId}
          templates={templates}
          chosen={chosen}
          value={template}
          variables={variables}
        />
      )}
      <EditorField name="confirmation" />
      {asks && !templated && (
        <MessageTexts
          title={translate('campaigns.editor.confirmation_texts')}
          help={translate('campaigns.editor.confirmation_help')}
          names={confirmationNames}
          variables={variables}
          onWrite={(number) => onWrite({ of: 'confirmationMessage', number })}
        />
      )}
      {(asks || !templated) && (
        <MessageTexts
          title={translate('campaigns.editor.texts')}
          help={translate(asks ? 'campaigns.editor.texts_then' : 'campaigns.editor.texts_help')}
          names={messageNames}
          variables={variables}
          onWrite={(number) => onWrite({ of: 'message', number })}
        />
      )}
      {withFile && (
        <StepFields title={translate('campaigns.editor.files')}>
          {!templated && <EditorField name="fileListId" />}
          {listedFiles !== null && (
            <Typography role="status" sx={{ py: 0.875, color: 'text.secondary' }}>
              {translate('campaigns.editor.files_count', {
                smart_count: listedFiles,
                count: formatCount(listedFiles),
              })}
            </Typography>
          )}
          <Box sx={{ gridColumn: '1 / -1' }}>
            <MediaInput resource="campaigns" readOnly={false} />
          </Box>
        </StepFields>
      )}
    </>
  );
}
