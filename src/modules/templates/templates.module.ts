import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { SyncTemplatesHandler, TemplatesListener } from './sync-templates.job.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

/** Message templates, which alone may be sent outside of the customer service window. */
@Module({
  imports: [ConnectionsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, SyncTemplatesHandler, TemplatesListener],
  exports: [TemplatesService],
})
export class TemplatesModule {}
