import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { PlansController } from './plans.controller.js';
import { plans } from './plans.resource.js';

@Module(resourceModule(plans, { controllers: [PlansController] }))
export class PlansModule {}
