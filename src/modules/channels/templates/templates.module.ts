import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { TemplatesController } from './crud/templates.controller.js';
import { TemplatesService } from './crud/templates.service.js';
import { SyncTemplatesHandler, TemplatesListener } from './sync/sync-templates.job.js';

/** Message templates, which alone may be sent outside of the customer service window. */
@Module({
  imports: [ConnectionsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, SyncTemplatesHandler, TemplatesListener],
  exports: [TemplatesService],
})
export class TemplatesModule {}
