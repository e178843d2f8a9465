import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointInput } from './webhooks.dto.js';

export const webhookEndpoints = defineResource({
  name: 'webhook-endpoints',
  envelope: 'records',
  entity: WebhookEndpoint,
  input: WebhookEndpointInput,
  label: { one: t('Webhook', 'Webhook', 'Webhook'), many: t('Webhooks', 'Webhooks', 'Webhooks') },
  empty: t(
    'Avise os seus programas quando chega uma mensagem, uma conversa é encerrada ou um contato muda.',
    'Tell your programs when a message arrives, a conversation is closed or a contact changes.',
    'Avise a sus programas cuando llega un mensaje, se cierra una conversación o cambia un contacto.',
  ),
  list: ['url', 'description', 'events', 'active', 'failingSince'],
  columns: [
    readOnlyColumn({
      name: 'failingSince',
      label: t('Falhando desde', 'Failing since', 'Fallando desde'),
      widget: 'datetime',
    }),
    readOnlyColumn({
      name: 'disabledAt',
      label: t('Desativado em', 'Disabled at', 'Desactivado el'),
      widget: 'datetime',
    }),
  ],
  search: ['url', 'description'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useExternalApi',
  live: { to: 'admins' },
  screen: 'api-docs/webhooks',
  audit: { kind: 'settings', nameField: 'url' },
  removalWarning: t(
    'O registro das entregas também é excluído.',
    'The log of its deliveries is deleted as well.',
    'El registro de las entregas también se elimina.',
  ),
});

defineAuditActions('settings', {
  'webhookEndpoint.disabled': t(
    'Webhook desativado por falhar durante 3 dias',
    'Webhook disabled because it failed for 3 days',
    'Webhook desactivado por fallar durante 3 días',
  ),
  'webhookEndpoint.secretRotated': t(
    'Trocou o segredo de webhook',
    'Replaced the secret of a webhook',
    'Cambió el secreto de un webhook',
  ),
});
