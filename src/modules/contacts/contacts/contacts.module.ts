import { Module } from '@nestjs/common';
import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { TaskProcess } from '../../../core/processing/task-process.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { contacts } from './contacts.resource.js';
import { ContactsController } from './crud/contacts.controller.js';
import { ContactsService } from './crud/contacts.service.js';
import { ChannelContacts } from './identity/channel-contacts.js';
import { ContactFilesService } from './import-export/contact-files.service.js';
import { ContactImportsController } from './import-export/contact-imports.controller.js';
import { ContactImportsListener } from './import-export/contact-imports.listener.js';
import { ContactImportsService } from './import-export/contact-imports.service.js';
import { FileImportDependencies } from './import-export/file-import-list.service.js';
import { ImportContactsHandler } from './import-export/import-contacts.job.js';
import { ContactMerge } from './merge/contact-merge.js';
import { ContactErasureService } from './privacy/contact-erasure.service.js';
import { ContactPrivacyController } from './privacy/contact-privacy.controller.js';
import { PersonalDataService } from './privacy/personal-data.service.js';
import { ContactSearchService } from './search/contact-search.service.js';

defineAuditKind('contacts', 30, t('Contatos', 'Contacts', 'Contactos'));

defineAuditActions('contacts', {
  'contact.merged': t('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos'),
});

defineAuditActions('exports', {
  'contacts.imported': t('Importou contatos: {{file}}', 'Imported contacts: {{file}}', 'Importó contactos: {{file}}'),
  'contacts.refusedExported': t(
    'Exportou linhas recusadas de uma importação de contatos',
    'Exported refused lines of an import of contacts',
    'Exportó líneas rechazadas de una importación de contactos',
  ),
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

@Module({
  imports: [SettingsModule],
  ...resourceModule(contacts, {
    service: ContactsService,
    controllers: [ContactsController, ContactImportsController, ContactPrivacyController],
    providers: [
      ChannelContacts,
      ContactMerge,
      ContactSearchService,
      ContactImportsService,
      ContactImportsListener,
      ImportContactsHandler,
      ContactFilesService,
      FileImportDependencies,
      // a separate process: large files take seconds, which would delay link previews
      TaskProcess,
      ContactErasureService,
      PersonalDataService,
    ],
    exports: [ContactSearchService, FileImportDependencies],
  }),
})
export class ContactsModule {}
