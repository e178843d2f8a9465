import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { IntegrationTokens } from '../../core/access/session-resolver.js';
import type { Integration } from '../../core/context.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';

/** Finds the connection whose token an integration presents, if its company may work and its plan allows it. */
@Injectable()
export class StoredConnectionTokens extends IntegrationTokens {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
  ) {
    super();
  }

  resolve(token: string): Promise<Integration | undefined> {
    return this.db.asPlatform(() =>
      this.db.row<Integration>(
        sql`select c.id, c.company_id as "companyId" from connections c
         join companies co on co.id = c.company_id join plans p on p.id = co.plan_id
         where c.token_hash = ${this.secretCipher.lookupHash(token)} and c.deleted_at is null and p.use_external_api and co.status
           and (co.due_date is null or co.due_date > now())`,
      ),
    );
  }
}
