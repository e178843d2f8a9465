import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('conversations', {
  'message.edited': t('Editou mensagem', 'Edited a message', 'Editó mensaje'),
  'message.deleted': t('Apagou mensagem', 'Deleted a message', 'Borró mensaje'),
});
