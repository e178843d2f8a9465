import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { ContactListItem } from './contact-list.entity.js';
import { ContactListItemInput } from './contact-lists.dto.js';

export const contactListItems = defineResource({
  name: 'contact-list-items',
  entity: ContactListItem,
  input: ContactListItemInput,
  envelope: 'contacts',
  label: {
    one: t('Contato da lista', 'Contact of the list', 'Contacto de la lista'),
    many: t('Contatos da lista', 'Contacts of the list', 'Contactos de la lista'),
  },
  empty: t(
    'Importe uma planilha, ou traga contatos que a empresa já tem.',
    'Import a sheet, or bring contacts that the company already has.',
    'Importe una planilla, o traiga contactos que la empresa ya tiene.',
  ),
  list: ['name', 'number', 'email', 'variables'],
  search: ['name', 'number'],
  filters: ['contactListId'],
  plainFilters: ['contactListId'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useCampaigns',
  live: { to: 'admins', recordEvent: 'ContactListItem' },
  unique: [
    {
      field: 'number',
      constraint: 'contact_list_items_company_id_number_contact_list_id_unique',
      text: t('Este número já está na lista', 'This number is on the list already', 'Este número ya está en la lista'),
    },
  ],
});
