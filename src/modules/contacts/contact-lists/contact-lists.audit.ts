import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditActions('exports', {
  'contactList.imported': t(
    'Importou contatos para a lista {{list}}: {{file}}',
    'Imported contacts into the list {{list}}: {{file}}',
    'Importó contactos a la lista {{list}}: {{file}}',
  ),
  'contactList.refusedExported': t(
    'Exportou as linhas recusadas de uma importação',
    'Exported the refused lines of an import',
    'Exportó las líneas rechazadas de una importación',
  ),
});
