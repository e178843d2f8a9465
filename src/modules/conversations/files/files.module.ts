import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { FilesController } from './crud/files.controller.js';
import { FilesListener } from './crud/files.listener.js';
import { FilesService } from './crud/files.service.js';
import { files } from './files.resource.js';

@Module(resourceModule(files, { service: FilesService, controllers: [FilesController], providers: [FilesListener] }))
export class FilesModule {}
