import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { FilesController } from './files.controller.js';
import { FilesListener } from './files.listener.js';
import { files } from './files.resource.js';
import { FilesService } from './files.service.js';

@Module(resourceModule(files, { service: FilesService, controllers: [FilesController], providers: [FilesListener] }))
export class FilesModule {}
