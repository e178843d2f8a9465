import { Injectable } from '@nestjs/common';
import { IntegrationTokens } from '../../core/access/session-resolver.js';
import type { Integration } from '../../core/context.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { connectionOfToken } from './connections.queries.js';

@Injectable()
export class StoredConnectionTokens extends IntegrationTokens {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
  ) {
    super();
  }

  resolve(token: string): Promise<Integration | undefined> {
    return this.db.asPlatform(() => this.db.row(connectionOfToken(this.secretCipher.lookupHash(token))));
  }
}
