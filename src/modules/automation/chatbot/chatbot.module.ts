import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { OpeningHoursModule } from '../../people/opening-hours/opening-hours.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { AnswerLimitsService } from './limits/answer-limits.service.js';
import { BotMenusService } from './menu/bot-menus.service.js';
import { ChatbotListener } from './menu/chatbot.listener.js';
import { ChatbotService } from './menu/chatbot.service.js';
import { MenuTextsController } from './menu/menu-texts.controller.js';
import { MenuTextsService } from './menu/menu-texts.service.js';
import { RespondersService } from './menu/responders.service.js';
import { CloseInactiveTicketHandler } from './timers/close-inactive-ticket.job.js';
import { TicketTimersService } from './timers/ticket-timers.service.js';
import { TransferWaitingTicketHandler } from './timers/transfer-waiting-ticket.job.js';

@Module({
  imports: [
    ConnectionsModule,
    IntegrationsModule,
    MessagesModule,
    OpeningHoursModule,
    PromptsModule,
    SettingsModule,
    TicketsModule,
  ],
  controllers: [MenuTextsController],
  providers: [
    AnswerLimitsService,
    ChatbotService,
    BotMenusService,
    MenuTextsService,
    RespondersService,
    ChatbotListener,
    TicketTimersService,
    CloseInactiveTicketHandler,
    TransferWaitingTicketHandler,
  ],
})
export class ChatbotModule {}
