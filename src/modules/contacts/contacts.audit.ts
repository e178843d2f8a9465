import { defineAuditActions, defineAuditKind } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditKind('contacts', 30, t('Contatos', 'Contacts', 'Contactos'));

defineAuditActions('contacts', {
  'contact.merged': t('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos'),
});
