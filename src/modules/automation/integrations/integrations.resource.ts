import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { QueueIntegrationInput } from './integrations.dto.js';
import { QueueIntegration } from './queue-integration.entity.js';

export const queueIntegrations = defineResource({
  name: 'queueIntegration',
  envelope: 'queueIntegrations',
  entity: QueueIntegration,
  input: QueueIntegrationInput,
  label: {
    one: t('Integração', 'Integration', 'Integración'),
    many: t('Integrações', 'Integrations', 'Integraciones'),
    feminine: true,
  },
  empty: t(
    'Deixe um fluxo do Typebot, o n8n ou um programa seu responder os clientes; depois escolha a integração na conexão ou no departamento.',
    'Let a flow of Typebot, n8n or a program of yours answer customers; then choose the integration in the connection or the department.',
    'Deje que un flujo de Typebot, n8n o un programa suyo responda a los clientes; luego elija la integración en la conexión o en el departamento.',
  ),
  list: ['name', 'type', 'urlN8N', 'language'],
  search: ['name', 'projectName'],
  sort: ['name', 'asc'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useIntegrations',
  live: { to: 'admins', deletedAs: 'integrationId' },
  screen: 'integrations',
  menu: { section: 'management', order: 55, icon: 'DeviceHub' },
  audit: { noun: 'integration', kind: 'settings', nameField: 'name' },
  removedMessage: t('Integração deletada com sucesso!', 'Integration deleted.', 'Integración eliminada con éxito.'),
  removalWarning: t(
    'Conexões, departamentos e conversas que a usam ficam sem integração.',
    'Connections, departments and conversations that use it are left without an integration.',
    'Las conexiones, los departamentos y las conversaciones que la usan quedan sin integración.',
  ),
});

defineAuditActions('settings', {
  'integration.secretReplaced': t(
    'Trocou o segredo de integração',
    'Replaced the secret of an integration',
    'Cambió el secreto de una integración',
  ),
});
