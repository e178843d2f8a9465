import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { AssistantService } from '../../../automation/prompts/answers/assistant.service.js';
import type { OutboundMessage } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import {
  type LoadedTemplate,
  type TemplateRow,
  TemplatesService,
} from '../../../channels/templates/crud/templates.service.js';
import { botMark } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { chooseTemplate, numberFaults, onlyReplies } from '../ai-sms.errors.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { connectionsOf } from '../editing/ai-sms-campaigns.queries.js';
import { fieldCount } from '../recipients/recipients-file.js';
import type { ClaimedRecipient } from '../sending/recipient-sender.js';
import { fillParams } from '../sending/recipient-text.js';

/** The values of a recipient that the first text may use. */
export type OpeningRow = Pick<ClaimedRecipient, 'name' | 'number' | 'fields'>;

/** The first text as it is sent. */
export interface OpeningContent extends Pick<OutboundMessage, 'type' | 'body' | 'media' | 'template'> {
  /** Tokens that the model read and wrote for it. */
  readonly tokens: number;
}

/** How an AI campaign opens conversations on its connection. */
export interface Opening {
  readonly connection: Connection;
  /** null: the prompt writes the first text. @throws 400 naming each value that is not valid */
  readonly fillTemplate: ((row: OpeningRow) => ReturnType<LoadedTemplate['fill']>) | null;
}

/** A connection that an AI campaign may use as its dispatch number. */
export interface DispatchNumber {
  readonly connection_id: number;
  /** What opens conversations on the connection. */
  readonly opens_by: 'text' | 'template';
  /** Why AI campaigns cannot be sent on the connection; null if they can. */
  readonly reason: string | null;
}

/** The recipient of examples while a campaign has none. */
export const exampleRow: OpeningRow = {
  name: 'Maria Souza',
  number: '5511999999999',
  fields: Array.from({ length: fieldCount }, (_, at) => String(at + 1)),
};

/** On channels with a customer service window only an approved template opens a conversation. */
@Injectable()
export class AiOpeningsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly templates: TemplatesService,
    private readonly assistant: AssistantService,
  ) {}

  /** @throws 400, 404 naming the obstacle */
  async of({ connectionId, template }: Pick<AiSmsCampaign, 'connectionId' | 'template'>): Promise<Opening> {
    const connection = await this.connections.findOrDefault(connectionId);
    const { windowMs, capabilities } = this.channels.get(connection.channel);
    if (windowMs === undefined) return { connection, fillTemplate: null };
    if (!capabilities.templates) throw onlyReplies();
    if (!template) throw chooseTemplate();
    const { fill } = await this.templates.load(connection.id, template, { fileTypes: [] });
    return { connection, fillTemplate: (row) => fill(fillParams(template.params ?? {}, row)) };
  }

  /**
   * The first text for a recipient; call it outside of any transaction.
   * @throws CompletionFailed, 400 when the recipient's values do not match the template
   */
  async compose(
    { id, companyId, promptId }: AiSmsCampaign,
    { fillTemplate }: Opening,
    row: OpeningRow,
  ): Promise<OpeningContent> {
    if (fillTemplate) {
      const { body, outbound } = fillTemplate(row);
      return { type: 'template', body, media: null, template: outbound, tokens: 0 };
    }
    if (promptId === null) throw new Error(`AI campaign ${id} has no prompt`);
    const details = row.fields.flatMap((value, index) => (value ? [`Campo ${index + 1}: ${value}`] : []));
    const lines = [`Nome: ${row.name}`, ...details];
    const { text, usage } = await this.assistant.writeFirst(companyId, promptId, row.name, lines);
    return { type: 'chat', body: botMark + text, media: null, template: null, tokens: usage.input + usage.output };
  }

  /** Checks the campaign and removes a template that the connection does not need. @throws 400, 404 */
  async check(campaign: AiSmsCampaign): Promise<void> {
    const { fillTemplate } = await this.of(campaign);
    if (fillTemplate) fillTemplate(exampleRow);
    else campaign.template = null;
  }

  /** Lists all connections of the company. */
  async numbers(): Promise<DispatchNumber[]> {
    const { locale } = this.context;
    const connections = await this.db.rows(connectionsOf(this.db.companyId));
    const numbers: DispatchNumber[] = [];
    for (const { id, channel } of connections) {
      const { windowMs, capabilities } = this.channels.get(channel);
      const isTemplated = windowMs !== undefined && capabilities.templates;
      const fault = isTemplated ? numberFaults.noTemplate : numberFaults.onlyReplies;
      const isUsable = windowMs === undefined || (isTemplated && (await this.hasTemplate(id)));
      const reason = isUsable ? null : fault[locale];
      numbers.push({ connection_id: id, opens_by: isTemplated ? 'template' : 'text', reason });
    }
    return numbers;
  }

  private async hasTemplate(connectionId: number): Promise<boolean> {
    for (let page = 1; ; page += 1) {
      const { rows, hasMore } = await this.templates.list(connectionId, { pageNumber: String(page) });
      if (rows.some(needsNoFile)) return true;
      if (!hasMore) return false;
    }
  }
}

const needsNoFile = ({ sendable, cards, header }: TemplateRow): boolean =>
  sendable && cards.length === 0 && (header.kind === 'none' || header.kind === 'text');
