import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { AppConfig } from '../../../../core/config/config.js';
import { Context } from '../../../../core/context.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { BatchLoader } from '../../../../core/database/batch-loader.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { TemplateStatusReported } from '../../connections.events.js';
import { connectionColumn } from '../../connections.secrets.js';
import { InboxService } from '../../inbox/inbox.service.js';
import type { ProviderFailure } from '../channel.js';
import { failureOf } from './errors.js';
import { parseWebhook } from './parse.js';
import type { TemplateStatusUpdate } from './parse-template.js';
import { challengeOf, validSignature } from './signature.js';

interface WebhookConnection {
  id: number;
  companyId: number;
  facebookUserId: string | null;
  credentials: Record<string, string>;
}

const columns = sql`id, company_id as "companyId", facebook_user_id as "facebookUserId", credentials`;

/** Connections are asked for under one key, whoever calls. */
const allDoors = 0;
const mostDoors = 200;

/** Webhooks of the Cloud API: checked, stored, answered; the work comes afterwards. */
@Injectable()
export class CloudApiWebhookService {
  private readonly logger = new Logger('Webhooks');
  private readonly connectionLoader: BatchLoader<number, WebhookConnection | undefined>;

  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
    private readonly config: AppConfig,
    private readonly inbound: InboxService,
    private readonly events: Events,
    context: Context,
  ) {
    this.connectionLoader = new BatchLoader(context, (_, ids) => this.loadConnections(ids), mostDoors);
  }

  /** The challenge that proves the address ours. @throws 403 for a wrong token, as for no such connection. */
  async verify(connectionId: number, query: Readonly<Record<string, unknown>>): Promise<string> {
    const connection = await this.connectionLoader.load(allDoors, connectionId);
    const challenge = challengeOf(query, connection && this.decrypt(connection, 'metaToken'));
    if (challenge === null) throw coreErrors.ERR_NO_PERMISSION();
    return challenge;
  }

  /**
   * Stores what the provider says. One app has one callback for all its numbers, so each entry goes to the connection of
   * its phone number, if that has the same company and a secret that signs these bytes too; the rest is dropped.
   * @throws 403 when the signature is wrong, or there is no secret to check it with, or no such connection.
   */
  async receive(connectionId: number, rawBody: Buffer, signature: unknown, body: unknown): Promise<void> {
    const door = await this.connectionLoader.load(allDoors, connectionId);
    if (!door || !validSignature(rawBody, signature, this.appSecret(door))) throw coreErrors.ERR_NO_PERMISSION();
    const { entries, templates, ignored } = parseWebhook(body);
    let dropped = ignored;
    if (templates.length > 0)
      await this.emitTemplateStatuses(door, templates, (number) =>
        validSignature(rawBody, signature, this.appSecret(number)),
      );
    const others = entries
      .map(({ phoneNumberId }) => phoneNumberId)
      .filter((phoneNumberId) => phoneNumberId !== door.facebookUserId);
    const numbers = [door, ...(others.length > 0 ? await this.connectionsOfNumbers(door, others) : [])];
    const routed = entries.flatMap((entry) => {
      const connection = numbers.find(({ facebookUserId }) => facebookUserId === entry.phoneNumberId);
      if (connection && (connection === door || validSignature(rawBody, signature, this.appSecret(connection))))
        return [{ connection, ...entry }];
      dropped += 1;
      return [];
    });
    for (const { connection, events, errors } of routed) {
      await this.inbound.storeBatched(door.companyId, connection.id, events);
      const [error] = errors;
      if (error) await this.recordError(connection, failureOf(error));
    }
    if (dropped > 0) this.logger.warn({ msg: 'webhook parts dropped', connectionId, dropped });
  }

  /** A business account may have several numbers here: each has its own copy of the account's templates. */
  private async emitTemplateStatuses(
    { companyId }: WebhookConnection,
    news: readonly TemplateStatusUpdate[],
    signed: (number: WebhookConnection) => boolean,
  ): Promise<void> {
    await this.db.runAs(companyId, async () => {
      const numbers = await this.db.rows<WebhookConnection & { account: string }>(
        sql`select ${columns}, facebook_page_user_id as account from connections where company_id = ${companyId}
         and channel = 'cloudapi' and deleted_at is null
           and facebook_page_user_id = any(${news.map(({ businessAccountId }) => businessAccountId)}::text[])`,
      );
      for (const number of numbers.filter(signed)) {
        for (const { businessAccountId, name, language, status, reason } of news) {
          if (businessAccountId === number.account)
            this.events.emit(new TemplateStatusReported(number.id, name, language, status, reason));
        }
      }
    });
  }

  private connectionsOfNumbers(
    door: WebhookConnection,
    phoneNumberIds: readonly string[],
  ): Promise<WebhookConnection[]> {
    return this.db.runAs(door.companyId, () =>
      this.db.rows<WebhookConnection>(
        sql`select ${columns} from connections where company_id = ${door.companyId} and channel = 'cloudapi'
         and deleted_at is null and facebook_user_id = any(${phoneNumberIds}::text[])`,
      ),
    );
  }

  private recordError({ companyId, id }: WebhookConnection, { code, text }: ProviderFailure): Promise<number> {
    return this.db.runAs(companyId, () =>
      this.db.run(sql`update connections set last_error = ${JSON.stringify({ code, text })} where id = ${id}`),
    );
  }

  private async loadConnections(ids: readonly number[]): Promise<(WebhookConnection | undefined)[]> {
    const found = await this.db.platformRows<WebhookConnection>(
      sql`select ${columns} from connections where id = any(${[...new Set(ids)]}::bigint[]) and channel = 'cloudapi'
       and deleted_at is null`,
    );
    return ids.map((id) => found.find((connection) => connection.id === id));
  }

  private appSecret(connection: WebhookConnection): string | null {
    return this.decrypt(connection, 'appSecret') ?? this.config.metaAppSecret;
  }

  private decrypt({ companyId, id, credentials }: WebhookConnection, name: string): string | null {
    const sealed = credentials[name];
    return sealed ? this.secretCipher.decrypt(sealed, connectionColumn({ companyId, id }, name)) : null;
  }
}
