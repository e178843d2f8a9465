import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { SavedViewsService } from './crud/saved-views.service.js';
import { savedViews } from './saved-views.resource.js';

@Module(resourceModule(savedViews, { service: SavedViewsService }))
export class SavedViewsModule {}
