import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { TagsController } from './crud/tags.controller.js';
import { TagsService } from './crud/tags.service.js';
import { tags } from './tags.resource.js';

@Module(resourceModule(tags, { service: TagsService, controllers: [TagsController] }))
export class TagsModule {}
