import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { BatchLoader } from '../../../../core/database/batch-loader.js';
import { Db } from '../../../../core/database/db.js';
import { defineApiPrefix } from '../../../../core/requests/serve-admin.js';
import { connectionContext } from '../connections.database.js';
import {
  type AccountColumn,
  connectionsByIds,
  connectionsOfAccounts,
  type WebhookConnection,
} from './webhook-connections.queries.js';

defineApiPrefix('webhooks');

/** All connections share one batch, because a company is known only after loading. */
const loaderKey = 0;
const maxBatch = 200;

/** Connections that webhooks are addressed to, before and after the signature has been checked. */
@Injectable()
export class WebhookConnectionsService {
  private readonly loader: BatchLoader<number, WebhookConnection | undefined>;

  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
    context: Context,
  ) {
    this.loader = new BatchLoader(context, (_, ids) => this.loadBatch(ids), maxBatch);
  }

  /** A connection of any company; undefined when it is removed or belongs to another channel. */
  async load(channel: string, id: number): Promise<WebhookConnection | undefined> {
    const connection = await this.loader.load(loaderKey, id);
    return connection?.channel === channel ? connection : undefined;
  }

  /** Connections of the current company and channel with one of these values in a column. */
  find(
    companyId: number,
    channel: string,
    column: AccountColumn,
    values: readonly string[],
  ): Promise<WebhookConnection[]> {
    return this.db.rows(connectionsOfAccounts(companyId, channel, column, values));
  }

  /** A decrypted credential, or null when the connection has none of this name. */
  credential({ companyId, id, credentials }: WebhookConnection, name: string): string | null {
    const encrypted = credentials[name];
    return encrypted ? this.secretCipher.decrypt(encrypted, connectionContext({ companyId, id }, name)) : null;
  }

  private async loadBatch(ids: readonly number[]): Promise<(WebhookConnection | undefined)[]> {
    const found = await this.db.platformRows(connectionsByIds([...new Set(ids)]));
    return ids.map((id) => found.find((connection) => connection.id === id));
  }
}
