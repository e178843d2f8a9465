import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import './contact-care.acts.js';
import { ContactPrivacyController } from './contact-care.controller.js';
import { ContactImportsListener } from './contact-care.listener.js';
import { ContactErasure } from './contact-erasure.service.js';
import { ContactExport } from './contact-export.js';
import { ContactImportsController } from './contact-imports.controller.js';
import { ContactImports } from './contact-imports.service.js';
import { ContactRemovalListener } from './contact-removal.service.js';
import { ContactTicketLocks } from './conversation-locks.js';
import { ImportContactsHandler } from './import-contacts.job.js';
import { TicketMerge } from './merge-conversations.js';
import { MessageContents } from './message-contents.js';
import { OptOutListener } from './opt-out.js';
import { PersonalData } from './personal-data.js';
import { Retention } from './retention.js';

@Module({
  imports: [ContactsModule, SettingsModule, MessagesModule, TicketsModule],
  controllers: [ContactImportsController, ContactPrivacyController],
  providers: [
    ContactImports,
    ImportContactsHandler,
    ContactExport,
    TicketMerge,
    ContactTicketLocks,
    PersonalData,
    ContactErasure,
    ContactRemovalListener,
    MessageContents,
    Retention,
    OptOutListener,
    ContactImportsListener,
  ],
})
export class ContactCareModule {}
