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
import { RatingsService } from './csat/ratings.service.js';
import { DeliveryStatusService } from './delivery-status/delivery-status.service.js';
import { EchoesAndWatermarksService } from './delivery-status/echoes-and-watermarks.service.js';
import { SettleUncertainHandler } from './delivery-status/settle-uncertain.job.js';
import { ChangeMessageHandler } from './edits/change-message.job.js';
import { MessageEditStoreService } from './edits/message-edit-store.service.js';
import { MessageEditsService } from './edits/message-edits.service.js';
import { MessageList } from './history/message-list.js';
import { MessageReaderService } from './history/message-reader.service.js';
import { MessageWriterService } from './history/message-writer.service.js';
import { CustomerProfilesService } from './inbound/customer-profiles.service.js';
import { FetchProfileHandler } from './inbound/fetch-profile.job.js';
import { InboundCallsService } from './inbound/inbound-calls.service.js';
import { InboundMessagesService } from './inbound/inbound-messages.service.js';
import { OptOutsService } from './inbound/opt-outs.service.js';
import { RejectCallHandler } from './inbound/reject-call.job.js';
import { TakeInHistoryHandler } from './inbound/take-in-history.job.js';
import { LinkPreviewsService } from './link-previews/link-previews.service.js';
import { PageReader } from './link-previews/page-reader.js';
import { PreviewLinkHandler } from './link-previews/preview-link.job.js';
import { FetchMediaHandler } from './media/fetch-media.job.js';
import { MakeThumbnailHandler } from './media/make-thumbnail.job.js';
import { OutboundMedia } from './media/outbound-media.job.js';
import { ThumbnailsService } from './media/thumbnails.service.js';
import { AutomaticMessagesService } from './outbound/automatic-messages.service.js';
import { ContinueConversationHandler } from './outbound/continue-conversation.job.js';
import { MessageComposerService } from './outbound/message-composer.service.js';
import { OutboundMessagesService } from './outbound/outbound-messages.service.js';
import { ResponderHandoverService } from './outbound/responder-handover.service.js';
import { SendMessageHandler } from './outbound/send-message.job.js';
import { TextVariablesService } from './outbound/text-variables.service.js';
import { ApplyRetentionHandler } from './privacy/apply-retention.job.js';
import { MessageErasureService } from './privacy/message-erasure.service.js';
import { ReactionStoreService } from './reactions/reaction-store.service.js';
import { ReactionsService } from './reactions/reactions.service.js';
import { SendReactionHandler } from './reactions/send-reaction.job.js';
import { MarkReadHandler } from './read-receipts/mark-read.job.js';
import { ReadReceiptsService } from './read-receipts/read-receipts.service.js';
import { TranscriptsService } from './transcription/transcripts.service.js';
import { ShowTypingHandler } from './typing/show-typing.job.js';
import { TypingIndicatorService } from './typing/typing-indicator.service.js';

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
    MessageReaderService,
    MessagesListener,
    MessageErasureService,
    InboundMessagesService,
    TakeInHistoryHandler,
    InboundCallsService,
    CustomerProfilesService,
    MessageWriterService,
    OutboundMessagesService,
    MessageComposerService,
    DeliveryStatusService,
    EchoesAndWatermarksService,
    ReadReceiptsService,
    ReactionsService,
    ReactionStoreService,
    TypingIndicatorService,
    ResponderHandoverService,
    AutomaticMessagesService,
    TextVariablesService,
    RatingsService,
    SendMessageHandler,
    FetchMediaHandler,
    ApplyRetentionHandler,
    ChangeMessageHandler,
    ContinueConversationHandler,
    FetchProfileHandler,
    MakeThumbnailHandler,
    MarkReadHandler,
    PreviewLinkHandler,
    RejectCallHandler,
    SendReactionHandler,
    SettleUncertainHandler,
    ShowTypingHandler,
    MessageEditStoreService,
    MessageEditsService,
    OutboundMedia,
    ThumbnailsService,
    TranscriptsService,
    LinkPreviewsService,
    PageReader,
    OptOutsService,
  ],
  exports: [
    ResponderHandoverService,
    AutomaticMessagesService,
    MessagesService,
    MessageReaderService,
    MessageWriterService,
    DeliveryStatusService,
    LinkPreviewsService,
    OutboundMessagesService,
    ReadReceiptsService,
    TextVariablesService,
    ThumbnailsService,
  ],
})
export class MessagesModule {}
