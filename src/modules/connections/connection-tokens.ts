import { Injectable } from '@nestjs/common';
import { ConnectionTokens } from '../../core/access/session-resolver.js';
import type { ConnectionActor } from '../../core/context.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { connectionOfToken } from './connections.queries.js';

@Injectable()
export class StoredConnectionTokens extends ConnectionTokens {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
  ) {
    super();
  }

  resolveConnection(token: string): Promise<ConnectionActor | undefined> {
    return this.db.asPlatform(() => this.db.row(connectionOfToken(this.secretCipher.lookupHash(token))));
  }
}
