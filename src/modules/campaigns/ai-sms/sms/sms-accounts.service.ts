import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import { aiSmsErrors } from '../ai-sms.errors.js';
import { driverOf } from './gateways/gateways.js';
import { type SmsAccount, type SmsGatewayDriver, SmsGatewayFailed } from './gateways/sms-gateway.js';
import { SmsGateway, type SmsGatewayName, smsGatewayNames } from './sms-gateway.entity.js';

/** A gateway that campaigns may name as their service identifier. */
export interface SmsService {
  readonly id: SmsGatewayName;
  readonly name: SmsGatewayName;
  /** Whether the company has entered its account. */
  readonly configured: boolean;
  /** What an SMS costs, in the company's currency; 0: unknown. */
  readonly price: number;
}

/** The number of SMS left, which is the first number in the gateway's answer. */
export interface SmsBalance {
  readonly service_identifier: SmsGatewayName;
  /** null: the answer contains no number. */
  readonly balance: number | null;
  readonly status: 'success';
  readonly cause: string;
}

export interface UsableGateway {
  readonly driver: SmsGatewayDriver;
  readonly account: SmsAccount;
}

/** Accounts of the company at SMS gateways; tokens are only sent to the gateway. */
@Injectable()
export class SmsAccountsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly cipher: SecretCipher,
    private readonly http: OutboundHttp,
  ) {}

  async services(): Promise<SmsService[]> {
    const stored = await this.stored();
    return smsGatewayNames.map((name) => {
      const row = stored.find((each) => each.name === name);
      return { id: name, name, configured: !!row?.token, price: row?.price ?? 0 };
    });
  }

  /** A gateway for which the company has entered an account, otherwise the first one. */
  async usual(): Promise<SmsGatewayName> {
    const [row] = await this.stored();
    return row?.name ?? smsGatewayNames[0];
  }

  /** undefined: the company has no account at the gateway. */
  async find(name: SmsGatewayName): Promise<UsableGateway | undefined> {
    const row = (await this.stored()).find((each) => each.name === name);
    if (!row?.token) return undefined;
    const { url, login, token } = row;
    const account = { url, login, token: this.cipher.decrypt(token, encryptionContext(SmsGateway, row)) };
    return { driver: driverOf(name, this.http), account };
  }

  /** @throws 409 when the account is missing */
  async assertUsable(name: SmsGatewayName | null): Promise<void> {
    if (!name || !(await this.find(name))) throw aiSmsErrors.ERR_SMS_GATEWAY({ params: { name: name ?? '' } });
  }

  /** Asks the gateway; call it outside of any transaction. @throws 409 without an account, 424 */
  async balance(wanted: SmsGatewayName | undefined): Promise<SmsBalance> {
    const { companyId } = this.context.actor;
    const { name, found } = await this.db.runAs(companyId, async () => {
      const chosen = wanted ?? (await this.usual());
      return { name: chosen, found: await this.find(chosen) };
    });
    if (!found) throw aiSmsErrors.ERR_SMS_GATEWAY({ params: { name } });
    try {
      const { balance, cause } = await found.driver.balance(found.account);
      return { service_identifier: name, balance, status: 'success', cause };
    } catch (error) {
      if (!(error instanceof SmsGatewayFailed)) throw error;
      throw aiSmsErrors.ERR_SMS_BALANCE();
    }
  }

  private stored(): Promise<SmsGateway[]> {
    return this.db.em.find(SmsGateway, {}, { orderBy: { id: 'asc' } });
  }
}
