import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { importRefusals } from './import-refusals.resource.js';
import { imports } from './imports.resource.js';
import { ImportRefusalsService, ImportsService } from './runs/imports.service.js';

const runs = resourceModule(imports, { service: ImportsService });
const refusals = resourceModule(importRefusals, { service: ImportRefusalsService });

@Module({
  controllers: [...runs.controllers, ...refusals.controllers],
  providers: [...runs.providers, ...refusals.providers],
})
export class ImportsModule {}
