import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { TemplatesController } from './crud/templates.controller.js';
import { TemplatesService } from './crud/templates.service.js';
import { SyncTemplatesHandler, TemplatesListener } from './sync/sync-templates.job.js';

/** Message templates: outside of the customer service window no other messages may be sent. */
@Module({
  imports: [ConnectionsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, SyncTemplatesHandler, TemplatesListener],
  exports: [TemplatesService],
})
export class TemplatesModule {}
