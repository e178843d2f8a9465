import { t } from '../../../../core/i18n.js';

/** What a company can connect; dialogflow is kept for existing clients and answers nothing. */
export const integrationTypes = ['n8n', 'typebot', 'webhook', 'dialogflow'] as const;
export type IntegrationType = (typeof integrationTypes)[number];

export const integrationTypeLabels: Readonly<Record<IntegrationType, ReturnType<typeof t>>> = {
  n8n: t('Plugin Avançado', 'Advanced plugin', 'Plugin avanzado'),
  typebot: t('Menu Bot', 'Menu bot', 'Menú bot'),
  webhook: t('Webhook', 'Webhook', 'Webhook'),
  dialogflow: t('Dialogflow (legado)', 'Dialogflow (legacy)', 'Dialogflow (heredado)'),
};

/** They are sent signed events, by an endpoint with a log. */
export const callsEndpoint = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook';
