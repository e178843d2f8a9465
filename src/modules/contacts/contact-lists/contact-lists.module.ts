import { Module } from '@nestjs/common';
import { sql } from 'kysely';
import { Sweeper } from '../../../core/jobs/sweeper.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { contactListItems } from './contact-list-items.resource.js';
import { ContactListImports } from './import/contact-list-imports.service.js';
import { ContactListItemsService } from './items/contact-list-items.service.js';
import './contact-lists.audit.js';
import { contactLists } from './contact-lists.resource.js';
import { ContactListsController } from './crud/contact-lists.controller.js';
import { ContactListsListener } from './crud/contact-lists.listener.js';
import { ContactListsService } from './crud/contact-lists.service.js';

const lists = resourceModule(contactLists, {
  service: ContactListsService,
  controllers: [ContactListsController],
  providers: [ContactListImports, ContactListsListener],
});
const items = resourceModule(contactListItems, { service: ContactListItemsService });

@Module({
  imports: [ContactsModule],
  controllers: [...lists.controllers, ...items.controllers],
  providers: [...lists.providers, ...items.providers],
  exports: lists.exports,
})
export class ContactListsModule {
  constructor(sweeper: Sweeper) {
    sweeper.addRetentionRule({ table: 'contact_list_refusals', where: sql`created_at < now() - interval '30 days'` });
  }
}
