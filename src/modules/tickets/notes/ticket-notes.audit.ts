import { defineActs } from '../../../core/audit/acts.js';
import { t } from '../../../core/i18n.js';

defineActs('conversations', {
  'note.deleted': t('Excluiu observação', 'Deleted a note', 'Eliminó nota'),
});
