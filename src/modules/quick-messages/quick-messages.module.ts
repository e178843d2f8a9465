import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { QuickMessagesController } from './quick-messages.controller.js';
import { QuickMessagesListener } from './quick-messages.listener.js';
import { quickMessages } from './quick-messages.resource.js';
import { QuickMessagesService } from './quick-messages.service.js';

@Module(
  resourceModule(quickMessages, {
    service: QuickMessagesService,
    controllers: [QuickMessagesController],
    providers: [QuickMessagesListener],
  }),
)
export class QuickMessagesModule {}
