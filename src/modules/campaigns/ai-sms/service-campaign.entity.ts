import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Prompt } from '../../automation/prompts/prompt.entity.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import type { TemplateInput } from '../../channels/templates/templates.dto.js';
import type { SmsGatewayName } from './sms/sms-gateway.entity.js';

export type CampaignKind = 'ai' | 'sms';

/** A campaign of the campaign service: its rows are written to one after the other while it is active. */
@Entity({ tableName: 'service_campaigns' })
@Index({ properties: ['companyId', 'kind', 'id'] })
@Index({ properties: ['companyId', 'promptId'] })
@Index({ properties: ['companyId', 'connectionId'] })
export class ServiceCampaign extends TenantEntity {
  @Property({ type: 'text' })
  kind!: CampaignKind;

  @Property({ length: 100 })
  name!: string;

  /** Of an AI campaign: writes its first texts and answers the replies. */
  @ForeignKey(() => Prompt, { nullable: true })
  promptId!: number | null;

  @ForeignKey(() => Connection)
  connectionId!: number;

  /** Of an AI campaign, where conversations can only be opened by one; its values may hold the variables of a row. */
  @Property({ type: 'json', nullable: true })
  template!: TemplateInput | null;

  /** Of an SMS campaign. */
  @Property({ type: 'text', nullable: true })
  gateway!: SmsGatewayName | null;

  /** Text of an SMS campaign; may hold `{nome}`, `{telefone}` and `{campo1}` to `{campo5}`. */
  @Property({ length: 160, default: '' })
  message: string & Opt = '';

  /** Nothing is sent before; null: as soon as it is active. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  scheduledAt!: Date | null;

  /** Between two rows. */
  @Property({ type: 'integer' })
  intervalSeconds!: number;

  @Property({ type: 'boolean', default: false })
  active: boolean & Opt = false;

  /** Grows with whatever needs a new job; a job of another run does nothing. */
  @Property({ type: 'integer', default: 0 })
  run: number & Opt = 0;

  /** Why it waits although it is active; null while it goes on. */
  @Property({ type: 'json', nullable: true })
  lastError!: Localized | null;
}
