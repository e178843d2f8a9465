import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditActions('exports', {
  'campaigns.exported': t(
    'Exportou os destinatários de uma campanha',
    'Exported the recipients of a campaign',
    'Exportó los destinatarios de una campaña',
  ),
});
