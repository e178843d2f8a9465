import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { TemplatesModule } from '../../channels/templates/templates.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { FilesModule } from '../files/files.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { MessageActionsController } from './conversation/message-actions.controller.js';
import { MessagesController } from './conversation/messages.controller.js';
import { MessagesListener } from './conversation/messages.listener.js';
import { MessagesService } from './conversation/messages.service.js';
import { Ratings } from './csat/ratings.service.js';
import { DeliveryStatusService } from './delivery-status/delivery-status.service.js';
import { EchoesAndWatermarks } from './delivery-status/echoes-and-watermarks.service.js';
import { MessageEditStore } from './edits/message-edit-store.service.js';
import { MessageEdits } from './edits/message-edits.service.js';
import { MessageList } from './history/message-list.js';
import { MessageReader } from './history/message-reader.service.js';
import { MessageWriter } from './history/message-writer.service.js';
import { CustomerProfiles } from './inbound/customer-profiles.service.js';
import { InboundCalls } from './inbound/inbound-calls.service.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';
import { OptOuts } from './inbound/opt-outs.service.js';
import { LinkPreviews } from './link-previews/link-previews.service.js';
import { PageReader } from './link-previews/page-reader.js';
import { FetchMediaHandler } from './media/fetch-media.job.js';
import { OutboundMedia } from './media/outbound-media.job.js';
import { Thumbnails } from './media/thumbnails.service.js';
import { AutomaticMessages } from './outbound/automatic-messages.service.js';
import { MessageComposer } from './outbound/message-composer.service.js';
import { OutboundMessages } from './outbound/outbound-messages.service.js';
import { ResponderHandover } from './outbound/responder-handover.service.js';
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
    MessageReader,
    MessagesListener,
    MessageErasure,
    InboundMessages,
    InboundCalls,
    CustomerProfiles,
    MessageWriter,
    OutboundMessages,
    MessageComposer,
    DeliveryStatusService,
    EchoesAndWatermarks,
    ReadReceipts,
    Reactions,
    TypingIndicator,
    ResponderHandover,
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
    ResponderHandover,
    AutomaticMessages,
    MessagesService,
    MessageReader,
    MessageWriter,
    DeliveryStatusService,
    LinkPreviews,
    OutboundMessages,
    ReadReceipts,
    TextVariables,
    Thumbnails,
  ],
})
export class MessagesModule {}
