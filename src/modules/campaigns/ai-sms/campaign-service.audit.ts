import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditActions('settings', {
  'serviceCampaign.created': t(
    'Criou campanha: {{name}}',
    'Created a campaign: {{name}}',
    'Creó una campaña: {{name}}',
  ),
  'serviceCampaign.updated': t(
    'Alterou campanha: {{name}}',
    'Changed a campaign: {{name}}',
    'Modificó una campaña: {{name}}',
  ),
  'serviceCampaign.activated': t(
    'Ativou campanha: {{name}}',
    'Activated a campaign: {{name}}',
    'Activó una campaña: {{name}}',
  ),
  'serviceCampaign.deactivated': t(
    'Desativou campanha: {{name}}',
    'Deactivated a campaign: {{name}}',
    'Desactivó una campaña: {{name}}',
  ),
  'serviceCampaign.deleted': t(
    'Excluiu campanha: {{name}}',
    'Deleted a campaign: {{name}}',
    'Eliminó una campaña: {{name}}',
  ),
  'serviceCampaign.retried': t(
    'Enviou de novo o que falhou na campanha: {{name}}',
    'Sent again what had failed of the campaign: {{name}}',
    'Envió de nuevo lo que falló de la campaña: {{name}}',
  ),
  'serviceCampaign.imported': t(
    'Importou destinatários: {{file}}',
    'Imported recipients: {{file}}',
    'Importó destinatarios: {{file}}',
  ),
});
defineAuditActions('exports', {
  'serviceCampaign.exported': t(
    'Exportou relatório de campanha',
    'Exported the report of a campaign',
    'Exportó el informe de una campaña',
  ),
});
