import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FilesModule } from '../files/files.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { AutomaticAnswers } from './automatic-answers.service.js';
import { Ratings } from './csat/ratings.service.js';
import { DeliveryReports } from './delivery-status/delivery-reports.service.js';
import { DeliveryStatusService } from './delivery-status/delivery-status.service.js';
import { MessageEditStore } from './edits/message-edit-store.service.js';
import { MessageEdits } from './edits/message-edits.service.js';
import { CustomerProfiles } from './inbound/customer-profiles.service.js';
import { InboundCalls } from './inbound/inbound-calls.service.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';
import { OptOuts } from './inbound/opt-outs.service.js';
import { LinkPreviews } from './link-previews/link-previews.service.js';
import { PageReader } from './link-previews/page-reader.js';
import { FetchMediaHandler } from './media/fetch-media.job.js';
import { OutboundMedia } from './media/outbound-media.job.js';
import { Thumbnails } from './media/thumbnails.service.js';
import { MessageActionsController } from './message-actions.controller.js';
import { MessageList } from './message-list.js';
import { MessageLog } from './message-log.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesListener } from './messages.listener.js';
import { MessageQueries } from './messages.queries.js';
import { MessagesService } from './messages.service.js';
import { AutomaticMessages } from './outbound/automatic-messages.service.js';
import { MessageComposer } from './outbound/message-composer.service.js';
import { OutboundMessages } from './outbound/outbound-messages.service.js';
import { SendMessageHandler } from './outbound/send-message.job.js';
import { TextVariables } from './outbound/text-variables.service.js';
import { MessageErasure } from './privacy/message-erasure.service.js';
import { Reactions } from './reactions/reactions.service.js';
import { ReadReceipts } from './read-receipts/read-receipts.service.js';
import { Transcripts } from './transcription/transcripts.service.js';
import { TypingIndicator } from './typing/typing-indicator.service.js';

defineAuditActions('conversations', {
  'message.edited': t('Editou mensagem', 'Edited a message', 'Editó mensaje'),
  'message.deleted': t('Apagou mensagem', 'Deleted a message', 'Borró mensaje'),
});

@Module({
  imports: [ConnectionsModule, ContactsModule, FilesModule, SettingsModule, TemplatesModule, TicketsModule],
  controllers: [MessagesController, MessageActionsController],
  providers: [
    MessagesService,
    MessageList,
    MessageQueries,
    MessagesListener,
    MessageErasure,
    InboundMessages,
    InboundCalls,
    CustomerProfiles,
    MessageLog,
    OutboundMessages,
    MessageComposer,
    DeliveryStatusService,
    DeliveryReports,
    ReadReceipts,
    Reactions,
    TypingIndicator,
    AutomaticAnswers,
    AutomaticMessages,
    TextVariables,
    Ratings,
    SendMessageHandler,
    FetchMediaHandler,
    MessageEditStore,
    MessageEdits,
    OutboundMedia,
    Thumbnails,
    Transcripts,
    LinkPreviews,
    PageReader,
    OptOuts,
  ],
  exports: [
    AutomaticAnswers,
    AutomaticMessages,
    MessagesService,
    MessageQueries,
    MessageLog,
    DeliveryStatusService,
    LinkPreviews,
    OutboundMessages,
    ReadReceipts,
    TextVariables,
    Thumbnails,
  ],
})
export class MessagesModule {}
