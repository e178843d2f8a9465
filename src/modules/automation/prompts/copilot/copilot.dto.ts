import { t } from '../../../../core/i18n.js';
import { Choice, Multiline } from '../../../../core/resource/fields.js';

export const copilotActions = ['reply', 'summary', 'shorter', 'friendlier', 'translate'] as const;
export type CopilotAction = (typeof copilotActions)[number];

export class CopilotInput {
  @Choice({
    label: t('Ação', 'Action', 'Acción'),
    values: [
      { value: 'reply', label: t('Sugerir resposta', 'Suggest a reply', 'Sugerir respuesta') },
      { value: 'summary', label: t('Resumir a conversa', 'Summarise the conversation', 'Resumir la conversación') },
      { value: 'shorter', label: t('Encurtar', 'Shorten', 'Acortar') },
      { value: 'friendlier', label: t('Tornar mais simpático', 'Make friendlier', 'Hacer más amable') },
      {
        value: 'translate',
        label: t(
          'Traduzir para a língua do cliente',
          "Translate into the customer's language",
          'Traducir a la lengua del cliente',
        ),
      },
    ],
  })
  action!: CopilotAction;

  /** The text to rewrite. */
  @Multiline({ label: t('Texto', 'Text', 'Texto'), optional: true })
  text?: string | null;
}
