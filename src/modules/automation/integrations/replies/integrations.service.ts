import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { activeIntegration, fileAwaited } from '../queries/integrations.queries.js';
import { CallWithFile } from './call-with-file.job.js';
import { IntegrationCallsService } from './integration-calls.service.js';

/** Answers conversations by integrations. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly calls: IntegrationCallsService,
  ) {}

  /**
   * Queues a call of the integration about a customer's message in the caller's transaction; it runs after the commit.
   * Returns false when the integration cannot answer: no plan feature, removed, without a secret, or of a legacy type.
   */
  async answer({ id: ticketId }: Ticket, messageId: number, integrationId: number): Promise<boolean> {
    const { companyId } = this.db;
    const integration = await this.db.row(activeIntegration(companyId, integrationId));
    if (!integration) return false;
    // typebot is given files only where its flow asks for one
    const takesFile = integration.type !== 'typebot' && integration.endpointId !== null;
    if (!takesFile || !(await this.db.row(fileAwaited(companyId, messageId))))
      return this.calls.call({ id: integrationId, ...integration }, ticketId, messageId);
    await this.jobs.add(CallWithFile, { ticketId, messageId, integrationId });
    return true;
  }
}
