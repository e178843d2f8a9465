import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { invalidField } from '../../../core/errors/core-errors.js';
import { t } from '../../../core/i18n.js';

export const integrationErrors = defineErrors({
  ERR_INTEGRATION_WITHOUT_ENDPOINT: errorCode(
    409,
    'Esta integração não recebe eventos: só n8n e webhook têm segredo e entregas.',
    'This integration receives no events: only n8n and webhook have a secret and deliveries.',
    'Esta integración no recibe eventos: solo n8n y webhook tienen secreto y entregas.',
  ),
});

export const invalidAddress = invalidField('urlN8N', 'Endereço inválido', 'Invalid address', 'Dirección inválida');
export const invalidJson = invalidField('jsonContent', 'JSON inválido', 'Invalid JSON', 'JSON inválido');

/** The result of `testSession` for dialogflow, which is only stored. */
export const legacyText = t(
  'O Dialogflow é um tipo legado: a integração fica guardada, mas não responde conversas. Use o Menu Bot, o Plugin Avançado ou um webhook.',
  'Dialogflow is a legacy type: the integration is kept, but answers no conversations. Use the menu bot, the advanced plugin or a webhook.',
  'Dialogflow es un tipo heredado: la integración se conserva, pero no responde conversaciones. Use el menú bot, el plugin avanzado o un webhook.',
);
