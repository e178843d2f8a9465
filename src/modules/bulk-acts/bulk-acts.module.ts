import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { ActTexts } from './act-texts.service.js';
import { ActUndo } from './act-undo.service.js';
import { BulkActsController } from './bulk-acts.controller.js';
import { BulkActs } from './bulk-acts.service.js';
import { SettleActHandler } from './settle-act.job.js';
import { SingleActs } from './single-acts.service.js';

@Module({
  imports: [TicketsModule, MessagesModule],
  controllers: [BulkActsController],
  providers: [BulkActs, SingleActs, ActUndo, ActTexts, SettleActHandler],
})
export class BulkActsModule {}
