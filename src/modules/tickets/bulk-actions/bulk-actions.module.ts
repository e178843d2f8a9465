import { Module } from '@nestjs/common';
import { MessagesModule } from '../../messages/messages.module.js';
import { TicketsModule } from '../tickets.module.js';
import { ActionUndo } from './action-undo.service.js';
import { BulkActionRunner } from './bulk-action-runner.service.js';
import { BulkActionsController } from './bulk-actions.controller.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { DeferredTransitions } from './deferred-transitions.service.js';
import { FinalizeActionHandler } from './finalize-action.job.js';

@Module({
  imports: [TicketsModule, MessagesModule],
  controllers: [BulkActionsController],
  providers: [BulkActionsService, BulkActionRunner, ActionUndo, DeferredTransitions, FinalizeActionHandler],
})
export class BulkActionsModule {}
