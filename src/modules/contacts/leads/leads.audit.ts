import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditActions('exports', { 'leads.exported': t('Exportou leads', 'Exported leads', 'Exportó leads') });
defineAuditActions('contacts', {
  'leads.added': t(
    'Adicionou leads aos contatos: {{added}} de {{companies}}',
    'Added leads to the contacts: {{added}} of {{companies}}',
    'Añadió leads a los contactos: {{added}} de {{companies}}',
  ),
  'leads.listed': t(
    'Adicionou leads à lista {{list}}: {{added}} de {{companies}}',
    'Added leads to the list {{list}}: {{added}} of {{companies}}',
    'Añadió leads a la lista {{list}}: {{added}} de {{companies}}',
  ),
});
