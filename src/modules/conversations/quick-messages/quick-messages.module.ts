import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { QuickMessagesController } from './crud/quick-messages.controller.js';
import { QuickMessagesListener } from './crud/quick-messages.listener.js';
import { QuickMessagesService } from './crud/quick-messages.service.js';
import { quickMessages } from './quick-messages.resource.js';

@Module(
  resourceModule(quickMessages, {
    service: QuickMessagesService,
    controllers: [QuickMessagesController],
    providers: [QuickMessagesListener],
  }),
)
export class QuickMessagesModule {}
