import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditKind('contacts', 30, t('Contatos', 'Contacts', 'Contactos'));

defineAuditActions('contacts', {
  'contact.merged': t('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos'),
});

defineAuditActions('exports', {
  'contacts.imported': t('Importou contatos: {{file}}', 'Imported contacts: {{file}}', 'Importó contactos: {{file}}'),
  'contact.disclosed': t(
    'Baixou os dados pessoais de um contato',
    'Downloaded the personal data of a contact',
    'Descargó los datos personales de un contacto',
  ),
  'contact.erased': t(
    'Apagou os dados pessoais de um contato',
    'Erased the personal data of a contact',
    'Borró los datos personales de un contacto',
  ),
});
