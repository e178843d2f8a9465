import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
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

  /** Where it is called, without a query. */
  @Property({ length: 2048 })
  url!: string;

  @Property({ length: 100 })
  login!: string;

  /** Null after the key of the server was lost: campaigns wait and say so, until it is entered again. */
  @Encrypted('sms_gateways', { nullable: true })
  token!: string | null;
}
