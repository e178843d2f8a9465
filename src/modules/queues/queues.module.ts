import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { QueueOptionsController } from './queue-options.controller.js';
import { queueOptions } from './queue-options.resource.js';
import { QueueOptionsService } from './queue-options.service.js';
import { QueuesController } from './queues.controller.js';
import { queues } from './queues.resource.js';
import { QueuesService } from './queues.service.js';

const departments = resourceModule(queues, { service: QueuesService, controllers: [QueuesController] });
const options = resourceModule(queueOptions, { service: QueueOptionsService, controllers: [QueueOptionsController] });

@Module({
  controllers: [...departments.controllers, ...options.controllers],
  providers: [...departments.providers, ...options.providers],
  exports: [...departments.exports, ...options.exports],
})
export class QueuesModule {}
