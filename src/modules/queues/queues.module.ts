import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { queues } from './queues.resource.js';
import { QueuesService } from './queues.service.js';

@Module(resourceModule(queues, { service: QueuesService }))
export class QueuesModule {}
