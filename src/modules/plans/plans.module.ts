import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { PlansController } from './plans.controller.js';
import { plans } from './plans.resource.js';
import { PlansService } from './plans.service.js';

@Module(resourceModule(plans, { service: PlansService, controllers: [PlansController] }))
export class PlansModule {}
