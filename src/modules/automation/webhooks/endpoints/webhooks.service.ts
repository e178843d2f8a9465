import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { RecordVerb } from '../../../../core/resource/record-audit.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { WebhookSubscriptions } from '../deliveries/webhook-subscriptions.js';
import { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import type { WebhookEndpointInput } from '../webhooks.dto.js';
import { invalidUrl, maxEndpoints, webhookErrors } from '../webhooks.errors.js';
import { webhookEndpoints } from '../webhooks.resource.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { shownUrl } from './shown-url.js';

export interface WebhookEndpointRecord extends Columns<WebhookEndpoint, WebhookEndpointInput> {
  /** Since when all attempts have failed. */
  readonly failingSince: Stored<WebhookEndpoint>['failingSince'];
  /** When it was deactivated because of that. */
  readonly disabledAt: Stored<WebhookEndpoint>['disabledAt'];
  /** Only present in the response to its creation. */
  readonly secret?: string;
}

@Injectable()
export class WebhooksService extends CrudService<WebhookEndpoint, WebhookEndpointInput, WebhookEndpointRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly secrets: EndpointSecretsService,
    private readonly subscriptions: WebhookSubscriptions,
  ) {
    super(webhookEndpoints, deps);
  }

  /** @throws 409 ERR_WEBHOOK_ENDPOINTS_LIMIT */
  override async create(input: WebhookEndpointInput): Promise<WebhookEndpointRecord> {
    await this.deps.db.lock('webhook-endpoints', this.deps.context.companyId);
    if ((await this.em.count(WebhookEndpoint, this.where())) >= maxEndpoints)
      throw webhookErrors.ERR_WEBHOOK_ENDPOINTS_LIMIT();
    const record = await super.create(input);
    return { ...record, secret: await this.secrets.replace(await this.find(record.id)) };
  }

  /** The log may be long, so the sweeper deletes it and then the row (webhooks.database.ts). */
  override async remove(id: number): Promise<void> {
    const endpoint = await this.find(id);
    Object.assign(endpoint, { active: false, removedAt: new Date() });
    await this.em.flush();
    this.subscribeAfterCommit(endpoint);
    this.recordAudit('deleted', endpoint, {}, id);
    this.emitRemoved(endpoint, id);
  }

  async secretOf(id: number): Promise<{ secret: string | null }> {
    return { secret: this.secrets.read(await this.find(id)) };
  }

  async rotateSecret(id: number): Promise<{ secret: string | null }> {
    const endpoint = await this.find(id);
    this.deps.audit.record('webhookEndpoint.secretRotated', id, { name: shownUrl(endpoint.url) });
    return { secret: await this.secrets.replace(endpoint) };
  }

  /** Sends managers the endpoint as it is now, after a statement changed its row. */
  async refreshAndEmit(id: number): Promise<void> {
    const endpoint = await this.find(id);
    await this.em.refresh(endpoint);
    await this.emitChanged('update', endpoint);
  }

  /** Deactivates an endpoint that failed for too long. */
  async disable(id: number): Promise<WebhookEndpointRecord> {
    const endpoint = await this.find(id);
    endpoint.active = false;
    endpoint.disabledAt = new Date();
    await this.em.flush();
    this.deps.audit.record('webhookEndpoint.disabled', id, { name: shownUrl(endpoint.url) });
    this.subscribeAfterCommit(endpoint);
    return this.emitChanged('update', endpoint);
  }

  protected override async write(
    endpoint: WebhookEndpoint,
    input: Partial<WebhookEndpointInput>,
    creating: boolean,
  ): Promise<void> {
    // events would still be sent to the new address after the support session
    if (this.deps.context.maybeActor?.support && (creating || (input.url ?? endpoint.url) !== endpoint.url))
      throw coreErrors.ERR_SUPPORT_SESSION();
    if (input.url !== undefined && !isWebAddress(input.url)) throw invalidUrl();
    if (input.active && !endpoint.active) Object.assign(endpoint, { failingSince: null, disabledAt: null });
    await super.write(endpoint, input, creating);
  }

  protected override async afterWrite(endpoint: WebhookEndpoint): Promise<void> {
    this.subscribeAfterCommit(endpoint);
  }

  protected override where(): FilterQuery<WebhookEndpoint> {
    return { removedAt: null, integration: false };
  }

  protected override recordAudit(
    verb: RecordVerb,
    { url, ...endpoint }: WebhookEndpoint,
    difference?: object,
    id: number = endpoint.id,
  ): void {
    super.recordAudit(verb, { ...endpoint, url: shownUrl(url) }, difference, id);
  }

  private subscribeAfterCommit({ id, companyId, events, active }: WebhookEndpoint): void {
    const endpoint = active ? { id, companyId, events: [...events] } : undefined;
    this.deps.context.unit?.afterCommit.push(() => this.subscriptions.set(id, endpoint));
  }
}

/** Whether `OutboundHttp` accepts the address. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
