import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IntegrationTokens } from '../../../../core/access/session-resolver.js';
import type { Actor } from '../../../../core/context.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import { programActor } from '../../../people/auth/sessions/auth.queries.js';
import type { ChannelConnection } from '../channels/channel.js';
import { channelDefinition, channelDefinitions } from '../channels/channel-definitions.js';
import type { Connection } from '../connection.entity.js';
import { connectionContext, newEncryptedToken } from '../connections.database.js';
import { ConnectionInput } from '../connections.dto.js';
import { connectionOfToken, type StoredChannel } from '../queries/connections.queries.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const generatedValue = (): string => Array.from({ length: 15 }, () => alphabet[randomInt(alphabet.length)]).join('');

const secretFields = new Set(fieldsOf(ConnectionInput).flatMap(({ name, writeOnly }) => (writeOnly ? [name] : [])));

/** Encrypted values of connections: the credentials of their channels, and the token of their integrations. */
@Injectable()
export class ConnectionCredentialsService extends IntegrationTokens {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
  ) {
    super();
  }

  async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.db.platformRow(connectionOfToken(this.hashOf(token)));
    return row && programActor('connection', row);
  }

  /** The hash of a token, as stored in `tokenHash`. */
  hashOf(token: string): string {
    return this.secretCipher.lookupHash(token);
  }

  assignNewToken(connection: Connection): void {
    Object.assign(connection, newEncryptedToken(this.secretCipher, connection));
  }

  tokenOf(connection: StoredChannel & Pick<Connection, 'token'>): string | null {
    return connection.token && this.secretCipher.decrypt(connection.token, connectionContext(connection));
  }

  /** Encrypts the secrets of the input; the cipher text is bound to the id, so the row must exist. */
  assign(connection: Connection, input: Partial<ConnectionInput>, creating: boolean): void {
    const { encrypted = {}, generatedField } = channelDefinition(connection.channel);
    const credentials = { ...connection.credentials };
    for (const [field, name] of Object.entries(encrypted)) {
      const value = input[field] || (creating && field === generatedField && generatedValue());
      if (value) credentials[name] = this.secretCipher.encrypt(String(value), connectionContext(connection, name));
      // CrudService omits empty secret fields
      else if (input[field] === null) delete credentials[name];
    }
    connection.credentials = credentials;
  }

  /** All credentials of the channel, decrypted. */
  private decrypted(connection: StoredChannel): Record<string, string> {
    const credentials: Record<string, string> = {};
    for (const name of Object.keys(connection.credentials)) credentials[name] = this.decrypt(connection, name);
    for (const [column, name] of Object.entries(channelDefinition(connection.channel).columns ?? {})) {
      const value = connection[column as keyof StoredChannel];
      if (value) credentials[name] = String(value);
    }
    return credentials;
  }

  /** The connection in the form that channels take. */
  forChannel(connection: StoredChannel): ChannelConnection {
    const { id, companyId, channel, number } = connection;
    return { id, companyId, channel, number, credentials: this.decrypted(connection) };
  }

  /** For managers: which secrets are set, and all other or generated values. All channels have the same shape. */
  view(connection: StoredChannel): Record<string, unknown> {
    const view: Record<string, unknown> = {};
    for (const { name: channel, encrypted = {}, generatedField } of channelDefinitions) {
      for (const [field, name] of Object.entries(encrypted)) {
        const isSet = channel === connection.channel && name in connection.credentials;
        const isSecret = secretFields.has(field);
        // several channels may have a field with the same name
        if (isSecret) view[`${field}Set`] ||= isSet;
        if (!isSecret || field === generatedField) view[field] ??= isSet ? this.decrypt(connection, name) : null;
      }
    }
    return view;
  }

  private decrypt(connection: StoredChannel, name: string): string {
    return this.secretCipher.decrypt(connection.credentials[name] ?? '', connectionContext(connection, name));
  }
}
