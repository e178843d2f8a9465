import { Injectable } from '@nestjs/common';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { ResponderHandoverService } from '../../../conversations/messages/outbound/responder-handover.service.js';
import { IntegrationEndpointsService } from '../../webhooks/endpoints/integration-endpoints.service.js';
import { QueueIntegrationInput } from '../integrations.dto.js';
import { integrationErrors, invalidAddress, invalidJson } from '../integrations.errors.js';
import { queueIntegrations } from '../integrations.resource.js';
import { QueueIntegration } from '../queue-integration.entity.js';
import { callsEndpoint } from './integration-types.js';

/** The credentials are never returned. */
export type QueueIntegrationRecord = Omit<Columns<QueueIntegration, QueueIntegrationInput>, 'jsonContent'>;

const required = t('Obrigatório', 'Required', 'Obligatorio');

@Injectable()
export class QueueIntegrationsService extends CrudService<
  QueueIntegration,
  QueueIntegrationInput,
  QueueIntegrationRecord
> {
  constructor(
    deps: CrudDependencies,
    private readonly cipher: SecretCipher,
    private readonly endpoints: IntegrationEndpointsService,
    private readonly handover: ResponderHandoverService,
  ) {
    super(queueIntegrations, deps);
  }

  override async remove(id: number): Promise<void> {
    const { endpointId } = await this.find(id);
    await this.handover.stopAllOf({ integrationId: id });
    await super.remove(id);
    if (endpointId !== null) await this.endpoints.remove(endpointId);
  }

  /** @throws 404, 409 for an integration that gets no events */
  async endpointOf(id: number): Promise<number> {
    const { endpointId } = await this.find(id);
    if (endpointId === null) throw integrationErrors.ERR_INTEGRATION_WITHOUT_ENDPOINT();
    return endpointId;
  }

  async secretOf(id: number): Promise<string | null> {
    return this.endpoints.secretOf(await this.endpointOf(id));
  }

  async replaceSecret(id: number): Promise<string> {
    const endpointId = await this.endpointOf(id);
    const { name } = await this.find(id);
    this.deps.audit.record('integration.secretReplaced', id, { name });
    return this.endpoints.replaceSecret(endpointId);
  }

  /** The stored integration, for calls. @throws 404 */
  stored(id: number): Promise<QueueIntegration> {
    return this.find(id);
  }

  protected override initialValues(): object {
    return { endpointId: null, jsonContent: null };
  }

  protected override async write(
    integration: QueueIntegration,
    input: Partial<QueueIntegrationInput>,
    creating: boolean,
  ): Promise<void> {
    const { type, urlN8N, typebotSlug } = integration;
    await super.write(integration, input, creating);
    if (integration.type !== 'dialogflow') integration.projectName = integration.name;
    // customers' messages would still be sent to the new address after the support session
    const moves = integration.type !== type || integration.urlN8N !== urlN8N || integration.typebotSlug !== typebotSlug;
    if (this.deps.context.maybeActor?.support && (creating || moves)) throw coreErrors.ERR_SUPPORT_SESSION();
    const missing = fieldsOf(QueueIntegrationInput).filter(
      ({ name, when }) => when?.required && when.is.includes(integration.type) && !integration[name as 'urlN8N'],
    );
    if (missing.length > 0)
      throw coreErrors.ERR_VALIDATION({ fields: Object.fromEntries(missing.map(({ name }) => [name, required])) });
    if (integration.type !== 'dialogflow' && !this.endpoints.isAddress(integration.urlN8N)) throw invalidAddress();
    if (input.jsonContent && !isJsonObject(input.jsonContent)) throw invalidJson();
  }

  /** The cipher text is bound to the id, so the row must exist. */
  protected override async afterWrite(
    integration: QueueIntegration,
    { jsonContent }: Partial<QueueIntegrationInput>,
  ): Promise<void> {
    if (jsonContent)
      integration.jsonContent = this.cipher.encrypt(jsonContent, encryptionContext(QueueIntegration, integration));
    const { endpointId, type, urlN8N, answerSeconds } = integration;
    if (callsEndpoint(type)) {
      if (endpointId === null) integration.endpointId = await this.endpoints.create(urlN8N, answerSeconds);
      else await this.endpoints.setTarget(endpointId, urlN8N, answerSeconds);
    } else integration.endpointId = null;
    await this.em.flush();
    if (endpointId !== null && !callsEndpoint(type)) await this.endpoints.remove(endpointId);
  }

  protected override async present(rows: readonly Stored<QueueIntegration>[]): Promise<QueueIntegrationRecord[]> {
    return this.records(rows, () => ({}));
  }
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
