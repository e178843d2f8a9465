import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { queues } from './queues.resource.js';
import { QueuesService } from './queues.service.js';

@Module({ imports: [CompaniesModule], ...resourceModule(queues, { service: QueuesService }) })
export class QueuesModule {}
