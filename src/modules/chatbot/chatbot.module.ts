import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { OpeningHoursModule } from '../opening-hours/opening-hours.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { BotMenus } from './bot-menus.service.js';
import { ChatbotListener } from './chatbot.listener.js';
import { Chatbot } from './chatbot.service.js';
import { MenuTextsController } from './menu-texts.controller.js';
import { MenuTexts } from './menu-texts.service.js';
import { Responders } from './responders.service.js';
import { TicketTimers } from './ticket-timers.service.js';

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
  providers: [Chatbot, BotMenus, MenuTexts, Responders, ChatbotListener, TicketTimers],
})
export class ChatbotModule {}
