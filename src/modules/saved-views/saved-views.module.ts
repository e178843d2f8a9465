import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { savedViews } from './saved-views.resource.js';
import { SavedViewsService } from './saved-views.service.js';

@Module(resourceModule(savedViews, { service: SavedViewsService }))
export class SavedViewsModule {}
