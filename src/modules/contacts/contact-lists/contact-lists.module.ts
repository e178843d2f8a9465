import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { contactListItems } from './contact-list-items.resource.js';
import { contactLists } from './contact-lists.resource.js';
import { ContactListsController } from './crud/contact-lists.controller.js';
import { ContactListsListener } from './crud/contact-lists.listener.js';
import { ContactListsService } from './crud/contact-lists.service.js';
import { ContactListImportsService } from './import/contact-list-imports.service.js';
import { ImportListContactsHandler } from './import/import-list-contacts.job.js';
import { ContactListItemsService } from './items/contact-list-items.service.js';

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

const lists = resourceModule(contactLists, {
  service: ContactListsService,
  controllers: [ContactListsController],
  providers: [ContactListImportsService, ImportListContactsHandler, ContactListsListener],
});
const items = resourceModule(contactListItems, { service: ContactListItemsService });

@Module({
  imports: [ContactsModule, SettingsModule],
  controllers: [...lists.controllers, ...items.controllers],
  providers: [...lists.providers, ...items.providers],
  exports: lists.exports,
})
export class ContactListsModule {}
