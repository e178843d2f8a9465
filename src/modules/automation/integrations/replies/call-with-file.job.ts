import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, RetryLater } from '../../../../core/jobs/job.js';
import { activeIntegration, fileAwaited } from '../queries/integrations.queries.js';
import { fileRetryMs, IntegratedConversationsService } from './integrated-conversations.service.js';
import { IntegrationCallsService } from './integration-calls.service.js';

/** Calls an integration once the file of the message is fetched, because the integration gets the file's address. */
export class CallWithFile extends defineJob<{ ticketId: number; messageId: number; integrationId: number }>(
  'call-with-file',
) {}

@Injectable()
export class CallWithFileHandler {
  constructor(
    private readonly db: Db,
    private readonly conversations: IntegratedConversationsService,
    private readonly calls: IntegrationCallsService,
  ) {}

  /** Runs when the file of the message has been fetched, or will not be. */
  @JobHandler(CallWithFile)
  async perform({ ticketId, messageId, integrationId }: CallWithFile['payload']): Promise<void> {
    const { companyId } = this.db;
    if (await this.db.row(fileAwaited(companyId, messageId)))
      throw new RetryLater(fileRetryMs, 'the file is being fetched');
    const ticket = await this.conversations.lock(ticketId, integrationId);
    if (!ticket) return;
    const integration = await this.db.row(activeIntegration(companyId, integrationId));
    const isCalled = integration && (await this.calls.call({ id: integrationId, ...integration }, ticketId, messageId));
    if (!isCalled) await this.conversations.stop(ticket, 'unavailable');
  }
}
