import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { QueuesController } from './crud/queues.controller.js';
import { QueuesService } from './crud/queues.service.js';
import { QueueOptionsController } from './options/queue-options.controller.js';
import { QueueOptionsService } from './options/queue-options.service.js';
import { queueOptions } from './queue-options.resource.js';
import { queues } from './queues.resource.js';

const departments = resourceModule(queues, { service: QueuesService, controllers: [QueuesController] });
const options = resourceModule(queueOptions, { service: QueueOptionsService, controllers: [QueueOptionsController] });

@Module({
  controllers: [...departments.controllers, ...options.controllers],
  providers: [...departments.providers, ...options.providers],
  exports: [...departments.exports, ...options.exports],
})
export class QueuesModule {}
