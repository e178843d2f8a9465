import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import './contact-care.acts.js';
import { ContactCareController } from './contact-care.controller.js';
import { ContactCareListener } from './contact-care.listener.js';
import { ContactErasure } from './contact-erasure.service.js';
import { ContactExport } from './contact-export.js';
import { ContactImportsController } from './contact-imports.controller.js';
import { ContactImports } from './contact-imports.service.js';
import { ContactRemoval } from './contact-removal.service.js';
import { ConversationLocks } from './conversation-locks.js';
import { ImportContactsHandler } from './import-contacts.job.js';
import { MergeConversations } from './merge-conversations.js';
import { MessageContents } from './message-contents.js';
import { OptOut } from './opt-out.js';
import { PersonalData } from './personal-data.js';
import { Retention } from './retention.js';

@Module({
  imports: [ContactsModule, SettingsModule, MessagesModule, TicketsModule],
  controllers: [ContactImportsController, ContactCareController],
  providers: [
    ContactImports,
    ImportContactsHandler,
    ContactExport,
    MergeConversations,
    ConversationLocks,
    PersonalData,
    ContactErasure,
    ContactRemoval,
    MessageContents,
    Retention,
    OptOut,
    ContactCareListener,
  ],
})
export class ContactCareModule {}
