import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('contacts', {
  'contact.merged': t('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos'),
});
