import { Injectable } from '@nestjs/common';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { SmsGateway } from './sms-gateway.entity.js';
import type { SmsGatewayInput } from './sms-gateways.dto.js';
import { smsGateways } from './sms-gateways.resource.js';

export interface SmsGatewayRecord extends Omit<Columns<SmsGateway, SmsGatewayInput>, 'token'> {
  /** Whether a token is stored. */
  readonly tokenSet: boolean;
}

@Injectable()
export class SmsGatewaysService extends CrudService<SmsGateway, SmsGatewayInput, SmsGatewayRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly cipher: SecretCipher,
  ) {
    super(smsGateways, deps);
  }

  protected override initialValues(): object {
    return { token: null };
  }

  /** The cipher text is bound to the id, so the row must exist. */
  protected override async afterWrite(gateway: SmsGateway, { token }: Partial<SmsGatewayInput>): Promise<void> {
    if (!token) return;
    gateway.token = this.cipher.encrypt(token, encryptionContext(SmsGateway, gateway));
    await this.em.flush();
  }

  protected override present(rows: readonly Stored<SmsGateway>[]): Promise<SmsGatewayRecord[]> {
    return this.records(rows, ({ token }) => ({ tokenSet: token !== null }));
  }
}
