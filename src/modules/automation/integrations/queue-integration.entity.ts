import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.js';
import type { IntegrationType } from './crud/integration-types.js';

/** A program that answers conversations by itself (the spec's queue integration). */
@Entity({ tableName: 'queue_integrations' })
@Index({ properties: ['companyId', 'name'] })
@Index({ properties: ['companyId', 'endpointId'] })
export class QueueIntegration extends TenantEntity {
  @Property({ length: 20 })
  type!: IntegrationType;

  @Property({ length: 50 })
  name!: string;

  /** The name of the integration, except for dialogflow. */
  @Property({ length: 255 })
  projectName!: string;

  /** The credentials of dialogflow. */
  @Encrypted('queue_integrations', { nullable: true })
  jsonContent!: string | null;

  @Property({ length: 5 })
  language!: string;

  /** Address of n8n, the webhook or typebot (in the spec's spelling). */
  @Property({ length: 2048, default: '', fieldName: 'url_n8n' })
  urlN8N!: string;

  /** How long customers wait for an answer of n8n or the webhook. */
  @Property({ type: 'integer', default: 120 })
  answerSeconds!: number;

  @Property({ length: 100, default: '' })
  typebotSlug!: string;

  /** Minutes without a message after which a flow starts again; 0: never. */
  @Property({ type: 'integer', default: 1 })
  typebotExpires!: number;

  /** Milliseconds between two messages of a flow. */
  @Property({ type: 'integer', default: 1000 })
  typebotDelayMessage!: number;

  @Property({ length: 50, default: '' }) typebotKeywordFinish!: string;
  @Property({ length: 50, default: '' }) typebotKeywordRestart!: string;
  @Property({ type: 'text', default: '' }) typebotRestartMessage!: string;
  @Property({ type: 'text', default: '' }) typebotUnknownMessage!: string;

  /** The endpoint, with secret and log, to which n8n and webhook messages are posted; null for other types. */
  @ForeignKey(() => WebhookEndpoint, { nullable: true, hidden: true })
  endpointId!: number | null;
}
