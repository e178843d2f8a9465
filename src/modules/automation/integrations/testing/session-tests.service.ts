import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { interpolate, t } from '../../../../core/i18n.js';
import { IntegrationEndpointsService } from '../../webhooks/endpoints/integration-endpoints.service.js';
import type { IntegrationType } from '../crud/integration-types.js';
import { isJsonObject, QueueIntegrationsService } from '../crud/queue-integrations.service.js';
import type { TestSessionInput } from '../integrations.dto.js';
import { invalidJson, legacyText } from '../integrations.errors.js';
import type { QueueIntegration } from '../queue-integration.entity.js';
import { readWebhookReply } from '../replies/webhook-reply.js';
import { TypebotClientService, TypebotRefused } from '../typebot/typebot-client.service.js';
import { readReply } from '../typebot/typebot-reply.js';

/** The result of a real call to an integration. */
export interface SessionTest {
  readonly type: IntegrationType;
  readonly ok: boolean;
  /** HTTP status; null when there was no answer, and for dialogflow. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The result in the reader's language; after a failure the reason. */
  readonly text: string;
  /** What a customer would be sent: the first messages of a flow, or the answer of n8n or a webhook. */
  readonly messages: readonly string[];
  /** The beginning of the answer of n8n or a webhook. */
  readonly excerpt: string;
}

type Outcome = Pick<SessionTest, 'ok' | 'status' | 'text' | 'messages' | 'excerpt'>;

const answered = t('A integração respondeu.', 'The integration answered.', 'La integración respondió.');
const refused = t(
  'A integração respondeu com um erro.',
  'The integration answered with an error.',
  'La integración respondió con un error.',
);
const unreadable = t(
  'A integração respondeu, mas as mensagens não podem ser lidas.',
  'The integration answered, but its messages cannot be read.',
  'La integración respondió, pero los mensajes no se pueden leer.',
);
const unreached = t(
  'A integração não respondeu: {{reason}}',
  'The integration did not answer: {{reason}}',
  'La integración no respondió: {{reason}}',
);

/** Calls an integration once, outside of any conversation. */
@Injectable()
export class SessionTestsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly integrations: QueueIntegrationsService,
    private readonly endpoints: IntegrationEndpointsService,
    private readonly typebot: TypebotClientService,
  ) {}

  /** Opens its own units of work. Without an id the input is the form of a dialogflow integration. @throws 400, 404 */
  async run({ id, jsonContent }: TestSessionInput): Promise<SessionTest> {
    const { companyId } = this.context.actor;
    if (!id) {
      if (jsonContent && !isJsonObject(jsonContent)) throw invalidJson();
      return this.legacy();
    }
    const integration = await this.db.runAs(companyId, () => this.integrations.stored(id));
    const { type, endpointId } = integration;
    if (type === 'dialogflow') return this.legacy();
    const began = performance.now();
    const outcome = endpointId === null ? await this.startFlow(integration) : await this.post(companyId, endpointId);
    return { type, ...outcome, durationMs: Math.round(performance.now() - began) };
  }

  private legacy(): SessionTest {
    const text = legacyText[this.context.locale];
    return { type: 'dialogflow', ok: false, status: null, durationMs: 0, text, messages: [], excerpt: '' };
  }

  private async startFlow({ urlN8N, typebotSlug }: QueueIntegration): Promise<Outcome> {
    try {
      const { answer } = await this.typebot.start(urlN8N, typebotSlug, { name: this.context.actor.name });
      const messages = readReply(answer, 0).bubbles.map(({ text, url }) => text ?? url ?? '');
      return { ok: true, status: 200, text: answered[this.context.locale], messages, excerpt: '' };
    } catch (error) {
      if (error instanceof TypebotRefused) return this.failed(error.status, error.excerpt);
      if (error instanceof OutboundError) return this.failed(null, error.reason[this.context.locale]);
      throw error;
    }
  }

  private async post(companyId: number, endpointId: number): Promise<Outcome> {
    const { delivered, responseStatus, excerpt, failure, body } = await this.endpoints.test(companyId, endpointId, {
      message: 'Atende',
    });
    const { locale } = this.context;
    if (!delivered) return this.failed(responseStatus, failure?.[locale] ?? excerpt);
    const { texts, invalid } = readWebhookReply(body ?? '');
    const text = invalid ? unreadable[locale] : answered[locale];
    return { ok: !invalid, status: responseStatus, text, messages: texts, excerpt };
  }

  private failed(status: number | null, reason: string): Outcome {
    const { locale } = this.context;
    const text = status === null ? interpolate(unreached[locale], { reason }) : refused[locale];
    return { ok: false, status, text, messages: [], excerpt: status === null ? '' : reason };
  }
}
