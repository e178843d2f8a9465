import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { ContactList } from './contact-list.entity.js';
import { ContactListInput } from './contact-lists.dto.js';

export const contactLists = defineResource({
  name: 'contact-lists',
  entity: ContactList,
  input: ContactListInput,
  envelope: 'records',
  label: {
    one: t('Lista de contatos', 'Contact list', 'Lista de contactos'),
    many: t('Listas de contatos', 'Contact lists', 'Listas de contactos'),
    feminine: true,
  },
  empty: t(
    'Crie uma lista e traga os contatos de uma planilha, de uma tag ou da busca de leads.',
    'Make a list and bring its contacts from a sheet, a tag or the search for leads.',
    'Cree una lista y traiga los contactos de una planilla, de una etiqueta o de la búsqueda de leads.',
  ),
  list: ['name', 'contactsCount', 'createdAt'],
  columns: [
    readOnlyColumn({ name: 'contactsCount', label: t('Contatos', 'Contacts', 'Contactos'), widget: 'number' }),
    readOnlyColumn({ name: 'createdAt', label: t('Criada em', 'Created', 'Creada el'), widget: 'date' }),
  ],
  search: ['name'],
  options: [
    { path: 'list', summary: 'Names of the lists, the first 500', fields: ['id', 'name'], orderBy: 'name', limit: 500 },
  ],
  access: { read: 'admin', write: 'admin' },
  feature: 'useCampaigns',
  live: { to: 'admins', recordEvent: 'ContactList' },
  unique: [{ field: 'name' }],
  menu: { section: 'main', order: 86, icon: 'RecentActors', tabOf: '/campaigns' },
  audit: { kind: 'contacts', nameField: 'name' },
  removalWarning: t(
    'Os contatos da lista saem com ela; os da empresa ficam.',
    'Those on the list go with it; the contacts of the company stay.',
    'Los contactos de la lista se van con ella; los de la empresa quedan.',
  ),
});
