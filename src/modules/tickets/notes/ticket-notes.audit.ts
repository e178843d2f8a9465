import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditActions('conversations', {
  'note.deleted': t('Excluiu observação', 'Deleted a note', 'Eliminó nota'),
});
