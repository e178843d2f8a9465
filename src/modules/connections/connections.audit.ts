import { defineAuditActions, defineAuditKind } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditKind('connections', 50, t('Conexões', 'Connections', 'Conexiones'));

defineAuditActions('connections', {
  'connection.disconnected': t(
    'Conexão caiu ({{code}})',
    'Connection was lost ({{code}})',
    'Se cayó la conexión ({{code}})',
  ),
  'connection.resumed': t('Retomou os envios', 'Resumed sending', 'Reanudó los envíos'),
});
