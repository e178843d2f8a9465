import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../../../../core/config/config.js';
import { defineVariable, text } from '../../../../../core/config/variable.js';
import { Db } from '../../../../../core/database/db.js';
import { coreErrors } from '../../../../../core/errors/core-errors.js';
import { Metrics } from '../../../../../core/observability/metrics.js';
import { InboxService } from '../../inbox/inbox.service.js';
import type { InboundEvent, ProviderError } from '../channel.js';
import { storeLastError, type WebhookConnection } from '../webhook-connections.queries.js';
import { WebhookConnectionsService } from '../webhook-connections.service.js';
import type { GraphErrorReader } from './errors.js';
import { challengeOf, validSignature } from './signature.js';

const metaAppSecret = defineVariable(
  'META_APP_SECRET',
  text({
    description: 'App secret that checks the signatures of webhooks of connections without one of their own.',
    whenAbsent: 'each connection needs its own',
    secret: true,
  }),
);

/** The part of a webhook about one number, page or account; events keep their order. */
export interface GraphEntry {
  readonly accountId: string;
  readonly events: readonly InboundEvent[];
  /** Errors about the account itself. */
  readonly errors: readonly ProviderError[];
}

export interface SignedBody {
  readonly rawBody: Buffer;
  readonly signature: unknown;
}

/** A webhook with a valid signature. */
export interface SignedWebhook {
  readonly addressed: WebhookConnection;
  /** Whether the signature is also valid with the secret of another connection. */
  isSignedBy(connection: WebhookConnection): boolean;
}

/** What the webhooks of all channels of the Graph API have in common. */
@Injectable()
export class GraphWebhooksService {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly db: Db,
    private readonly config: AppConfig,
    private readonly connections: WebhookConnectionsService,
    private readonly inbox: InboxService,
    private readonly metrics: Metrics,
  ) {}

  /** Returns the challenge that confirms our address. @throws 403 for a wrong token and for an unknown connection. */
  async verify(channel: string, connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string> {
    const connection = await this.connections.load(channel, connectionId);
    const challenge = challengeOf(query, connection && this.connections.credential(connection, 'metaToken'));
    if (challenge === null) throw coreErrors.ERR_NO_PERMISSION();
    return challenge;
  }

  /** @throws 403 when the signature is wrong, the secret is missing, or the connection does not exist. */
  async authenticate(
    channel: string,
    connectionId: number,
    { rawBody, signature }: SignedBody,
  ): Promise<SignedWebhook> {
    const isSignedBy = (connection: WebhookConnection): boolean =>
      validSignature(rawBody, signature, this.appSecret(connection));
    const addressed = await this.connections.load(channel, connectionId);
    if (!addressed || !isSignedBy(addressed)) throw coreErrors.ERR_NO_PERMISSION();
    return { addressed, isSignedBy };
  }

  /**
   * Stores the events of a webhook. Accounts of an app share a callback, so each entry goes to the account's connection
   * if that has the same company and a secret with which the signature is valid too. @returns how many were dropped
   */
  async store(
    { addressed, isSignedBy }: SignedWebhook,
    entries: readonly GraphEntry[],
    failureOf: GraphErrorReader['failureOf'],
  ): Promise<number> {
    const { companyId, channel, facebookUserId } = addressed;
    const ids = entries.map(({ accountId }) => accountId).filter((accountId) => accountId !== facebookUserId);
    const others =
      ids.length === 0
        ? []
        : await this.db.runAs(companyId, () => this.connections.find(companyId, channel, 'facebook_user_id', ids));
    let dropped = 0;
    for (const { accountId, events, errors } of entries) {
      const connection = [addressed, ...others].find((each) => each.facebookUserId === accountId);
      if (!connection || (connection !== addressed && !isSignedBy(connection))) {
        dropped += 1;
        continue;
      }
      await this.inbox.storeBatched(companyId, connection.id, events);
      const [error] = errors;
      if (error) await this.recordError(connection, failureOf(error));
    }
    return dropped;
  }

  /** Counts parts that name no customer, number or account of ours, or that are malformed. */
  reportDropped(channel: string, connectionId: number, dropped: number): void {
    if (dropped === 0) return;
    this.logger.warn({ msg: 'webhook parts dropped', channel, connectionId, dropped });
    this.metrics.increment(
      'webhook_parts_dropped_total',
      'Parts of webhooks that were not understood',
      { channel },
      dropped,
    );
  }

  private recordError(
    { companyId, id }: WebhookConnection,
    error: ReturnType<GraphErrorReader['failureOf']>,
  ): Promise<number> {
    return this.db.runAs(companyId, () => this.db.run(storeLastError(id, error)));
  }

  private appSecret(connection: WebhookConnection): string | null {
    return this.connections.credential(connection, 'appSecret') ?? this.config.get(metaAppSecret) ?? null;
  }
}
