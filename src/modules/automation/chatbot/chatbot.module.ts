import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { OpeningHoursModule } from '../../people/opening-hours/opening-hours.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { BotMenus } from './menu/bot-menus.service.js';
import { ChatbotListener } from './menu/chatbot.listener.js';
import { Chatbot } from './menu/chatbot.service.js';
import { MenuTextsController } from './menu/menu-texts.controller.js';
import { MenuTexts } from './menu/menu-texts.service.js';
import { Responders } from './menu/responders.service.js';
import { TicketTimers } from './timers/ticket-timers.service.js';

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
