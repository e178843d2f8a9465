import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { AutomaticTexts } from './automatic-texts.service.js';
import { ConversationLog } from './conversation-log.service.js';
import { Delivery } from './delivery.service.js';
import { FetchMediaHandler } from './fetch-media.job.js';
import { InboundMessages } from './inbound-messages.service.js';
import { MarkReadHandler } from './mark-read.job.js';
import { MessageList } from './message-list.js';
import { MessageRemoval } from './message-removal.service.js';
import { MessageRows } from './message-rows.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesListener } from './messages.listener.js';
import { MessagesService } from './messages.service.js';
import { Outgoing } from './outgoing.service.js';
import { Reading } from './reading.service.js';
import { SendMessageHandler } from './send-message.job.js';
import { SettleUncertainHandler } from './settle-uncertain.job.js';
import { WaitingMessages } from './waiting-messages.listener.js';

@Module({
  imports: [ConnectionsModule, ContactsModule, SettingsModule, TicketsModule],
  controllers: [MessagesController],
  providers: [
    MessagesService,
    MessageList,
    MessageRows,
    MessagesListener,
    MessageRemoval,
    InboundMessages,
    ConversationLog,
    Outgoing,
    Delivery,
    Reading,
    AutomaticTexts,
    SendMessageHandler,
    SettleUncertainHandler,
    FetchMediaHandler,
    MarkReadHandler,
    WaitingMessages,
  ],
  exports: [MessageRows, Delivery],
})
export class MessagesModule {}
