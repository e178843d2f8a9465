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

/** A campaign with AI or by SMS: while it is active, its recipients are written to one after the other. */
@Entity({ tableName: 'service_campaigns' })
@Index({ properties: ['companyId', 'kind', 'id'] })
@Index({ properties: ['companyId', 'promptId'] })
@Index({ properties: ['companyId', 'connectionId'] })
export class AiSmsCampaign extends TenantEntity {
  @Property({ type: 'text' })
  kind!: CampaignKind;

  @Property({ length: 100 })
  name!: string;

  /** The prompt of an AI campaign writes the first texts and answers the replies. */
  @ForeignKey(() => Prompt, { nullable: true })
  promptId!: number | null;

  @ForeignKey(() => Connection)
  connectionId!: number;

  /** Template of an AI campaign, if its connection needs one to open conversations; may use a recipient's values. */
  @Property({ type: 'json', nullable: true })
  template!: TemplateInput | null;

  /** The gateway of an SMS campaign. */
  @Property({ type: 'text', nullable: true })
  gateway!: SmsGatewayName | null;

  /** The text of an SMS campaign; it may contain `{nome}`, `{telefone}` and `{campo1}` to `{campo5}`. */
  @Property({ length: 160, default: '' })
  message: string & Opt = '';

  /** Nothing is sent before this time; null: sending starts with the activation. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  scheduledAt!: Date | null;

  /** Seconds between two recipients. */
  @Property({ type: 'integer' })
  intervalSeconds!: number;

  @Property({ type: 'boolean', default: false })
  active: boolean & Opt = false;

  /** Increases with every change that needs a new job; a job of another run does nothing. */
  @Property({ type: 'integer', default: 0 })
  run: number & Opt = 0;

  /** Why the campaign does not send although it is active; null while it sends. */
  @Property({ type: 'json', nullable: true, name: 'last_error' })
  pauseReason!: Localized | null;
}
