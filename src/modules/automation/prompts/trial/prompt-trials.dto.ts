import { t } from '../../../../core/i18n.js';
import { Multiline } from '../../../../core/resource/fields.js';

export class PromptTrialInput {
  @Multiline({ label: t('Pergunta', 'Question', 'Pregunta'), max: 2_000 })
  question!: string;
}
