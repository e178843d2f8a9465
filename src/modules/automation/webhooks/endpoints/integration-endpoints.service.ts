import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { type WebhookAttempt, WebhookCallerService } from '../deliveries/webhook-caller.service.js';
import { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { webhookErrors } from '../webhooks.errors.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { testType } from './webhook-types.js';
import { isWebAddress } from './webhooks.service.js';

/**
 * Endpoints of integrations: they subscribe to no events, the module of the integrations sends them the events of their
 * conversations. They are shown and changed only together with their integration.
 */
@Injectable()
export class IntegrationEndpointsService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly secrets: EndpointSecretsService,
    private readonly caller: WebhookCallerService,
  ) {}

  /** Whether an address has a valid form; its target is checked at every call. */
  isAddress(url: string): boolean {
    return isWebAddress(url);
  }

  /** Creates an endpoint with a secret of its own. @returns its id */
  async create(url: string, answerSeconds: number): Promise<number> {
    const empty = { answerSeconds, secret: null, failingSince: null, disabledAt: null, removedAt: null };
    const endpoint = this.db.em.create(
      WebhookEndpoint,
      { url, description: '', events: [], active: true, integration: true, ...empty },
      { partial: true },
    );
    await this.db.em.flush();
    await this.secrets.replace(endpoint);
    return endpoint.id;
  }

  async setTarget(id: number, url: string, answerSeconds: number): Promise<void> {
    const endpoint = await this.find(id);
    Object.assign(endpoint, { url, answerSeconds });
    await this.db.em.flush();
  }

  /** The log may be long, so the sweeper deletes it and then the row. */
  async remove(id: number): Promise<void> {
    const endpoint = await this.find(id);
    Object.assign(endpoint, { active: false, removedAt: this.clock.now() });
    await this.db.em.flush();
  }

  async secretOf(id: number): Promise<string | null> {
    return this.secrets.read(await this.find(id));
  }

  /** An endpoint whose secret was lost with the server's key is called again. */
  async replaceSecret(id: number): Promise<string> {
    const endpoint = await this.find(id);
    endpoint.active = true;
    return this.secrets.replace(endpoint);
  }

  /** Posts a test event now, without an entry in the log. Opens its own units of work. */
  async test(companyId: number, id: number, data: Readonly<Record<string, unknown>>): Promise<WebhookAttempt> {
    const { url, secret, answerSeconds: seconds } = await this.db.runAs(companyId, () => this.find(id));
    if (secret === null) throw webhookErrors.ERR_WEBHOOK_INACTIVE();
    const timestamp = this.clock.now().toISOString();
    const payload = { type: testType, version: 1, timestamp, data } as const;
    return this.caller.post(companyId, {
      endpointId: id,
      eventId: `evt_${randomUUID()}`,
      payload,
      url,
      secret,
      seconds,
    });
  }

  private async find(id: number): Promise<WebhookEndpoint> {
    return this.db.em.findOneOrFail(WebhookEndpoint, { id, integration: true, removedAt: null });
  }
}
