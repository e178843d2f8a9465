import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
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

  /** Encrypted; null after the key of the server was lost. */
  @Property({ type: 'text', nullable: true, hidden: true })
  token!: string | null;
}
