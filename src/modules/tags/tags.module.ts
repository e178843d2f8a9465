import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { TagsController } from './tags.controller.js';
import { TagsListener } from './tags.listener.js';
import { tags } from './tags.resource.js';

@Module(resourceModule(tags, { controllers: [TagsController], providers: [TagsListener] }))
export class TagsModule {}
