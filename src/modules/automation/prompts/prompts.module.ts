import { Module } from '@nestjs/common';
import { TaskProcess } from '../../../core/processing/task-process.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ContactsModule } from '../../contacts/contacts/contacts.module.js';
import { MessagesModule } from '../../conversations/messages/messages.module.js';
import { TicketsModule } from '../../conversations/tickets/tickets.module.js';
import { OpeningHoursModule } from '../../people/opening-hours/opening-hours.module.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { AnswerCustomerHandler } from './answers/answer-customer.job.js';
import { AnswerDeliveryService } from './answers/answer-delivery.service.js';
import { AnswerQuestionsService } from './answers/answer-questions.service.js';
import { AnswerWriterService } from './answers/answer-writer.service.js';
import { AssistantService } from './answers/assistant.service.js';
import { PicturesService } from './answers/pictures.service.js';
import { CopilotController } from './copilot/copilot.controller.js';
import { CopilotService } from './copilot/copilot.service.js';
import { PromptsListener } from './crud/prompts.listener.js';
import { PromptsService } from './crud/prompts.service.js';
import { ChatCompletionsService } from './endpoint/chat-completions.service.js';
import { PromptEndpointsService } from './endpoint/prompt-endpoints.service.js';
import { KnowledgeController } from './knowledge/knowledge.controller.js';
import { knowledge } from './knowledge/knowledge.resource.js';
import { KnowledgeService } from './knowledge/knowledge.service.js';
import { KnowledgeRecordsService } from './knowledge/knowledge-records.service.js';
import { ReadKnowledgeHandler } from './knowledge/read-knowledge.job.js';
import { StoredPassagesService } from './knowledge/stored-passages.service.js';
import { prompts } from './prompts.resource.js';
import { PromptTrialsController } from './trial/prompt-trials.controller.js';
import { PromptTrialsService } from './trial/prompt-trials.service.js';
import { AssistantUsageService } from './usage/assistant-usage.service.js';
import { SendCeilingNoticeHandler } from './usage/send-ceiling-notice.job.js';

const promptRecords = resourceModule(prompts, { service: PromptsService });
const sources = resourceModule(knowledge, { service: KnowledgeService, controllers: [KnowledgeController] });

/** Assistants that answer customers with a model and help attendants to write. */
@Module({
  imports: [ContactsModule, MessagesModule, OpeningHoursModule, SettingsModule, TicketsModule],
  controllers: [CopilotController, PromptTrialsController, ...promptRecords.controllers, ...sources.controllers],
  providers: [
    ...promptRecords.providers,
    ...sources.providers,
    AssistantService,
    AssistantUsageService,
    AnswerCustomerHandler,
    AnswerQuestionsService,
    AnswerWriterService,
    PicturesService,
    AnswerDeliveryService,
    ChatCompletionsService,
    PromptEndpointsService,
    PromptsListener,
    KnowledgeRecordsService,
    ReadKnowledgeHandler,
    // a separate process: documents take seconds, for which link previews would have to wait
    TaskProcess,
    StoredPassagesService,
    SendCeilingNoticeHandler,
    PromptTrialsService,
    CopilotService,
  ],
  exports: [...promptRecords.exports, ...sources.exports, AssistantService],
})
export class PromptsModule {}
