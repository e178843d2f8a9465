import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { Encrypted } from '../../../../core/crypto/encrypted.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';

export const smsGatewayNames = ['SendSms', 'BullkSms'] as const;
export type SmsGatewayName = (typeof smsGatewayNames)[number];

/** A company's account at an SMS gateway. */
@Entity({ tableName: 'sms_gateways' })
@Unique({ properties: ['companyId', 'name'] })
export class SmsGateway extends TenantEntity {
  @Property({ type: 'text' })
  name!: SmsGatewayName;

  /** The address of the gateway, without a query. */
  @Property({ length: 2048 })
  url!: string;

  @Property({ length: 100 })
  login!: string;

  /** What an SMS costs, in the company's currency; 0: unknown. */
  @Property({ type: 'double', default: 0 })
  price!: number & Opt;

  /** null after the server's key was lost: campaigns wait with that reason until the token is entered again. */
  @Encrypted('sms_gateways', { nullable: true })
  token!: string | null;
}
