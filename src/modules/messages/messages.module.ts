import { Module } from '@nestjs/common';
import { Transcoder } from '../../core/processing/transcoder.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { Ratings } from './csat/ratings.service.js';
import { DeliveryStatusService } from './delivery-status/delivery-status.service.js';
import { SettleUncertainHandler } from './delivery-status/settle-uncertain.job.js';
import { ChangeMessageHandler } from './edits/change-message.job.js';
import { MessageEditStore } from './edits/message-edit-store.service.js';
import { MessageEdits } from './edits/message-edits.service.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';
import { LinkPreviews } from './link-previews/link-previews.service.js';
import { PageReader } from './link-previews/page-reader.js';
import { PreviewLinkHandler } from './link-previews/preview-link.job.js';
import { ConvertVoiceHandler } from './media/convert-voice.job.js';
import { CopyMediaHandler } from './media/copy-media.job.js';
import { FetchMediaHandler } from './media/fetch-media.job.js';
import { MakeThumbnailHandler } from './media/make-thumbnail.job.js';
import { Thumbnails } from './media/thumbnails.service.js';
import { MessageActionsController } from './message-actions.controller.js';
import { MessageList } from './message-list.js';
import { MessageLog } from './message-log.service.js';
import { MessageRemovalListener } from './message-removal.listener.js';
import { MessageSearch } from './message-search.js';
import { MessagesController } from './messages.controller.js';
import { MessagesListener } from './messages.listener.js';
import { MessageQueries } from './messages.queries.js';
import { MessagesService } from './messages.service.js';
import { AutomaticMessages } from './outbound/automatic-messages.service.js';
import { Forwarding } from './outbound/forwarding.service.js';
import { MessageComposer } from './outbound/message-composer.service.js';
import { OutboundMessages } from './outbound/outbound-messages.service.js';
import { SendMessageHandler } from './outbound/send-message.job.js';
import { TextVariables } from './outbound/text-variables.service.js';
import { WaitingMessages } from './outbound/waiting-messages.listener.js';
import { OwnReactions } from './reactions/own-reactions.service.js';
import { Reactions } from './reactions/reactions.service.js';
import { SendReactionHandler } from './reactions/send-reaction.job.js';
import { MarkReadHandler } from './read-receipts/mark-read.job.js';
import { ReadReceipts } from './read-receipts/read-receipts.service.js';
import { SpeechToTextClient } from './transcription/speech-to-text-client.js';
import { Transcripts } from './transcription/transcripts.service.js';
import { ShowTypingHandler } from './typing/show-typing.job.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule, TemplatesModule, TicketsModule],
  controllers: [MessagesController, MessageActionsController],
  providers: [
    MessagesService,
    MessageList,
    MessageSearch,
    MessageQueries,
    MessagesListener,
    MessageRemovalListener,
    InboundMessages,
    MessageLog,
    OutboundMessages,
    MessageComposer,
    Transcoder,
    ConvertVoiceHandler,
    DeliveryStatusService,
    ReadReceipts,
    Reactions,
    OwnReactions,
    SendReactionHandler,
    ShowTypingHandler,
    AutomaticMessages,
    TextVariables,
    Ratings,
    SendMessageHandler,
    SettleUncertainHandler,
    FetchMediaHandler,
    MarkReadHandler,
    WaitingMessages,
    MessageEditStore,
    MessageEdits,
    ChangeMessageHandler,
    Forwarding,
    CopyMediaHandler,
    Thumbnails,
    MakeThumbnailHandler,
    Transcripts,
    SpeechToTextClient,
    LinkPreviews,
    PageReader,
    PreviewLinkHandler,
  ],
  exports: [MessageQueries, MessageLog, DeliveryStatusService, LinkPreviews, OutboundMessages, ReadReceipts],
})
export class MessagesModule {}
