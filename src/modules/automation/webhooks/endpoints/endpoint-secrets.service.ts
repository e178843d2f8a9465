import { Injectable } from '@nestjs/common';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { newSecret } from '../deliveries/signature.js';
import { WebhookEndpoint } from '../webhook-endpoint.entity.js';

/** Secrets with which receivers check signatures. */
@Injectable()
export class EndpointSecretsService {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
  ) {}

  /** null when the server's key was lost. */
  read(endpoint: WebhookEndpoint): string | null {
    return endpoint.secret && this.cipher.decrypt(endpoint.secret, encryptionContext(WebhookEndpoint, endpoint));
  }

  /** The cipher text is bound to the id, so the row must exist. */
  async replace(endpoint: WebhookEndpoint): Promise<string> {
    const secret = newSecret();
    endpoint.secret = this.cipher.encrypt(secret, encryptionContext(WebhookEndpoint, endpoint));
    await this.db.em.flush();
    return secret;
  }
}
