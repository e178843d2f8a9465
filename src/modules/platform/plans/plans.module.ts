import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { PlansController } from './crud/plans.controller.js';
import { PlansService } from './crud/plans.service.js';
import { plans } from './plans.resource.js';

@Module(resourceModule(plans, { service: PlansService, controllers: [PlansController] }))
export class PlansModule {}
