import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { ChannelContacts } from './channel-contacts.js';
import { ContactSearch } from './contact-search.service.js';
import { ContactsController } from './contacts.controller.js';
import { contacts } from './contacts.resource.js';
import { ContactsService } from './contacts.service.js';
import { ContactMerge } from './merge/contact-merge.js';

@Module(
  resourceModule(contacts, {
    service: ContactsService,
    controllers: [ContactsController],
    providers: [ChannelContacts, ContactMerge, ContactSearch],
    exports: [ContactSearch],
  }),
)
export class ContactsModule {}
