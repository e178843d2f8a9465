import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { TagsController } from './tags.controller.js';
import { tags } from './tags.resource.js';
import { TagsService } from './tags.service.js';

@Module(resourceModule(tags, { service: TagsService, controllers: [TagsController] }))
export class TagsModule {}
