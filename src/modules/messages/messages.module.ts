import { Module } from '@nestjs/common';
import { Transcoder } from '../../core/media/transcoder.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { AutomaticTexts } from './automatic-texts.service.js';
import { ChangeMessageHandler } from './changes/change-message.job.js';
import { Corrections } from './changes/corrections.service.js';
import { MessageChanges } from './changes/message-changes.service.js';
import { ConversationLog } from './conversation-log.service.js';
import { ConvertVoiceHandler } from './convert-voice.job.js';
import { CopyMediaHandler } from './copy-media.job.js';
import { Delivery } from './delivery.service.js';
import { Drafts } from './drafts.service.js';
import { FetchMediaHandler } from './fetch-media.job.js';
import { Forwarding } from './forwarding.service.js';
import { InboundMessages } from './inbound-messages.service.js';
import { LinkPreviews } from './links/link-previews.service.js';
import { PageReader } from './links/page-reader.js';
import { PreviewLinkHandler } from './links/preview-link.job.js';
import { MarkReadHandler } from './mark-read.job.js';
import { MessageDeedsController } from './message-deeds.controller.js';
import { MessageList } from './message-list.js';
import { MessageRemoval } from './message-removal.service.js';
import { MessageRows } from './message-rows.service.js';
import { MessageSearch } from './message-search.js';
import { MessagesController } from './messages.controller.js';
import { MessagesListener } from './messages.listener.js';
import { MessagesService } from './messages.service.js';
import { Outgoing } from './outgoing.service.js';
import { OwnReactions } from './own-reactions.service.js';
import { Ratings } from './ratings/ratings.service.js';
import { Reading } from './reading.service.js';
import { SendMessageHandler } from './send-message.job.js';
import { SendReactionHandler } from './send-reaction.job.js';
import { SettleUncertainHandler } from './settle-uncertain.job.js';
import { ShowTypingHandler } from './show-typing.job.js';
import { Signs } from './signs.service.js';
import { SpeechEndpoint } from './speech/speech-endpoint.js';
import { Transcripts } from './speech/transcripts.service.js';
import { TextVariables } from './text-variables.service.js';
import { MakeThumbnailHandler } from './thumbnails/make-thumbnail.job.js';
import { Thumbnails } from './thumbnails/thumbnails.service.js';
import { WaitingMessages } from './waiting-messages.listener.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule, TemplatesModule, TicketsModule],
  controllers: [MessagesController, MessageDeedsController],
  providers: [
    MessagesService,
    MessageList,
    MessageSearch,
    MessageRows,
    MessagesListener,
    MessageRemoval,
    InboundMessages,
    ConversationLog,
    Outgoing,
    Drafts,
    Transcoder,
    ConvertVoiceHandler,
    Delivery,
    Reading,
    Signs,
    OwnReactions,
    SendReactionHandler,
    ShowTypingHandler,
    AutomaticTexts,
    TextVariables,
    Ratings,
    SendMessageHandler,
    SettleUncertainHandler,
    FetchMediaHandler,
    MarkReadHandler,
    WaitingMessages,
    MessageChanges,
    Corrections,
    ChangeMessageHandler,
    Forwarding,
    CopyMediaHandler,
    Thumbnails,
    MakeThumbnailHandler,
    Transcripts,
    SpeechEndpoint,
    LinkPreviews,
    PageReader,
    PreviewLinkHandler,
  ],
  exports: [MessageRows, ConversationLog, Delivery, LinkPreviews, Outgoing, Reading],
})
export class MessagesModule {}
