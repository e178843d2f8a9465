import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { tags } from './tags.resource.js';

@Module(resourceModule(tags))
export class TagsModule {}
