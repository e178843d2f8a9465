import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { helps } from './helps.resource.js';

@Module(resourceModule(helps))
export class HelpsModule {}
