import { defineActs } from '../../core/audit/acts.js';
import { t } from '../../core/i18n.js';

defineActs('conversations', {
  'message.edited': t('Editou mensagem', 'Edited a message', 'Editó mensaje'),
  'message.deleted': t('Apagou mensagem', 'Deleted a message', 'Borró mensaje'),
});
