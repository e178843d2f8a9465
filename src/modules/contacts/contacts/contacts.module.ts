import { Module } from '@nestjs/common';
import { TaskProcess } from '../../../core/processing/task-process.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ChannelContacts } from './identity/channel-contacts.js';
import { ContactSearch } from './search/contact-search.service.js';
import './contacts.audit.js';
import { contacts } from './contacts.resource.js';
import { ContactsController } from './crud/contacts.controller.js';
import { ContactsService } from './crud/contacts.service.js';
import { ContactFiles } from './import-export/contact-files.service.js';
import { ContactImportsController } from './import-export/contact-imports.controller.js';
import { ContactImportsListener } from './import-export/contact-imports.listener.js';
import { ContactImports } from './import-export/contact-imports.service.js';
import { FileImportKit } from './import-export/file-imports.service.js';
import { ContactMerge } from './merge/contact-merge.js';
import { ContactErasure } from './privacy/contact-erasure.service.js';
import { ContactPrivacyController } from './privacy/contact-privacy.controller.js';
import { PersonalData } from './privacy/personal-data.service.js';

@Module(
  resourceModule(contacts, {
    service: ContactsService,
    controllers: [ContactsController, ContactImportsController, ContactPrivacyController],
    providers: [
      ChannelContacts,
      ContactMerge,
      ContactSearch,
      ContactImports,
      ContactImportsListener,
      ContactFiles,
      FileImportKit,
      // one of its own: large files take seconds, for which the previews of links would wait
      TaskProcess,
      ContactErasure,
      PersonalData,
    ],
    exports: [ContactSearch, FileImportKit],
  }),
)
export class ContactsModule {}
