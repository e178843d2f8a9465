import { definePermission } from '../../../core/access/permissions.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { Contact } from './contact.entity.js';
import { ContactInput } from './contacts.dto.js';
import { contactErrors } from './contacts.errors.js';
import { contactColumns } from './fields/contact-fields.js';

definePermission('contacts-page:deleteContact', 'admin');
definePermission('contacts-page:import', 'supervisor');
definePermission('contacts-page:export', 'supervisor');
definePermission('contacts-page:merge', 'admin');
definePermission('contacts-page:personalData', 'admin');

export const contacts = defineResource({
  name: 'contacts',
  entity: Contact,
  input: ContactInput,
  label: { one: t('Contato', 'Contact', 'Contacto'), many: t('Contatos', 'Contacts', 'Contactos') },
  empty: t(
    'Quem escreve para a empresa aparece aqui. Você também pode adicionar ou importar contatos.',
    'Everyone who writes to the company shows up here. You can also add or import contacts.',
    'Quienes escriben a la empresa aparecen aquí. También puede añadir o importar contactos.',
  ),
  list: ['name', 'number', 'email', 'tagIds', 'createdAt'],
  filters: ['tagIds'],
  columns: [readOnlyColumn({ name: 'createdAt', label: t('Criado em', 'Created', 'Creado el'), widget: 'date' })],
  dated: {
    from: t('Criado a partir de', 'Created from', 'Creado desde'),
    until: t('Criado até', 'Created until', 'Creado hasta'),
  },
  search: ['name', 'number'],
  sort: ['name', 'asc'],
  pageSize: 30,
  tokenScope: 'contacts',
  access: { read: 'user', write: 'user', remove: 'admin' },
  live: { to: 'company' },
  options: [
    {
      path: 'list',
      summary: 'Names of the contacts, the first 500',
      fields: ['id', 'name'],
      orderBy: 'name',
      limit: 500,
    },
  ],
  exports: { level: 'supervisor', columns: contactColumns },
  menu: { section: 'main', order: 60, icon: 'ContactPhone' },
  audit: { kind: 'contacts' },
  removalWarning: t(
    'As conversas encerradas deste contato também são excluídas, com mensagens, observações e arquivos.',
    'Closed conversations of this contact are deleted as well, with messages, notes and files.',
    'Las conversaciones cerradas de este contacto también se eliminan, con mensajes, notas y archivos.',
  ),
  notFound: contactErrors.ERR_NO_CONTACT_FOUND,
});
