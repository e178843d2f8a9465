import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('connections', {
  'connection.disconnected': t(
    'Conexão caiu ({{code}})',
    'Connection was lost ({{code}})',
    'Se cayó la conexión ({{code}})',
  ),
  'connection.resumed': t('Retomou os envios', 'Resumed sending', 'Reanudó los envíos'),
});
