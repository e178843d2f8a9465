import { t } from '../../../../core/i18n.js';

/** Types of integrations; dialogflow only exists for older clients and answers nothing. */
export const integrationTypes = ['n8n', 'typebot', 'webhook', 'dialogflow'] as const;
export type IntegrationType = (typeof integrationTypes)[number];

export const integrationTypeLabels: Readonly<Record<IntegrationType, ReturnType<typeof t>>> = {
  n8n: t('Plugin Avançado', 'Advanced plugin', 'Plugin avanzado'),
  typebot: t('Menu Bot', 'Menu bot', 'Menú bot'),
  webhook: t('Webhook', 'Webhook', 'Webhook'),
  dialogflow: t('Dialogflow (legado)', 'Dialogflow (legacy)', 'Dialogflow (heredado)'),
};

/** Whether integrations of the type get signed events through an endpoint with a log. */
export const callsEndpoint = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook';
