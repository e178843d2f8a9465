import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { defaultBackoff, defineJob, JobHandler, type JobRun, RetryLater } from '../../core/jobs/job.js';
import { Storage } from '../../core/storage/storage.js';
import type { ChannelConnection, OutboundMessage, SendOutcome } from '../connections/channels/channel.js';
import { Channels } from '../connections/channels/channels.service.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { Delivery } from './delivery.service.js';
import { outcomeTexts } from './messages.errors.js';
import type { StoredContent } from './stored-content.js';

/** Hands one stored message to its provider. */
export class SendMessage extends defineJob<{ messageId: number }>('send-message') {}

interface State {
  status: string;
  leased: boolean;
  mayWork: boolean;
  whatsappId: number;
  /** The connection was removed while the message waited. */
  gone: boolean;
}

interface Claimed {
  id: number;
  whatsappId: number;
  to: string;
  body: string;
  mediaType: string;
  mediaKey: string | null;
  mediaName: string | null;
  data: StoredContent | null;
  mediaMime: string | null;
  mediaSize: number | null;
  quotedProviderId: string | null;
}

const leaseSeconds = 90;
/** While the company may not work, outbound is held (behaviour.md §2). */
const heldMs = 5 * 60_000;

@Injectable()
export class SendMessageHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly storage: Storage,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly delivery: Delivery,
  ) {}

  /**
   * queued → sending (leased) → the provider → sent. Whoever finds `sending` after its lease knows that a sender died
   * between the provider and the record: harmless where a repeated send is, uncertain elsewhere.
   */
  @JobHandler(SendMessage, { transactional: false })
  async perform({ messageId }: SendMessage['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const work = await this.db.runAs(companyId, () => this.claim(messageId));
    if (!work) return;
    const { connection, message } = work;
    const outcome = await this.channels.get(connection.channel).send(connection, message);
    await this.db.runAs(companyId, () => this.record(messageId, connection, outcome, attempt));
    if (outcome.ok) return;
    if (outcome.kind === 'rate') throw new RetryLater(outcome.retryAfterMs ?? 6_000, outcome.code);
    if (outcome.kind === 'retry' && attempt <= defaultBackoff.length)
      throw new Error(`${outcome.code} ${outcome.text.en}`);
  }

  private async claim(
    messageId: number,
  ): Promise<{ connection: ChannelConnection; message: OutboundMessage } | undefined> {
    const { companyId } = this.context;
    const state = await this.db.row<State>(
      `select m.status, m.leased_until > now() as leased, m.whatsapp_id as "whatsappId", c.status and (c.due_date is null or c.due_date > now()) as "mayWork",
         w.deleted_at is not null as gone
       from messages m join companies c on c.id = m.company_id join connections w on w.company_id = m.company_id and w.id = m.whatsapp_id
       where m.company_id = ? and m.id = ? for update of m`,
      [companyId, messageId],
    );
    if (!state || (state.status !== 'queued' && state.status !== 'sending')) return undefined;
    if (state.leased) throw new RetryLater(leaseSeconds * 1000, 'another sender has it');
    if (!state.mayWork) throw new RetryLater(heldMs, 'the company may not work');
    if (state.gone) {
      await this.delivery.failed(messageId, 'ERR_NO_WAPP_FOUND', outcomeTexts.noConnection);
      return undefined;
    }
    const connection = await this.connections.forChannel(state.whatsappId);
    if (state.status === 'sending' && !this.channels.get(connection.channel).idempotent) {
      await this.delivery.uncertain(messageId);
      return undefined;
    }
    const row = await this.db.row<Claimed>(claimSql, [leaseSeconds, companyId, messageId]);
    return row && { connection, message: this.outbound(row) };
  }

  private outbound(row: Claimed): OutboundMessage {
    const { voice = false, channelMedia, template = null, interactive = null } = row.data ?? {};
    const mediaKey = channelMedia?.key ?? row.mediaKey;
    return {
      messageId: row.id,
      to: row.to,
      type: row.mediaType as OutboundMessage['type'],
      body: row.body,
      media: mediaKey
        ? {
            key: mediaKey,
            mime: channelMedia?.mime ?? row.mediaMime ?? 'application/octet-stream',
            name: row.mediaName ?? mediaKey,
            size: channelMedia?.size ?? row.mediaSize ?? 0,
            open: async () => (await this.storage.open(mediaKey)).stream,
          }
        : null,
      quotedProviderId: row.quotedProviderId,
      voice,
      template,
      interactive,
    };
  }

  private async record(
    messageId: number,
    connection: ChannelConnection,
    outcome: SendOutcome,
    attempt: number,
  ): Promise<void> {
    if (outcome.ok) return this.delivery.sent(messageId, connection, outcome.providerId);
    const { kind, code, text } = outcome;
    if (kind === 'uncertain') return this.delivery.uncertain(messageId);
    if (kind === 'rate' || (kind === 'retry' && attempt <= defaultBackoff.length))
      return this.delivery.backToQueue(messageId);
    if (kind === 'auth') await this.connections.recordFailure(connection.id, `${code} ${text.pt}`, true);
    return this.delivery.failed(messageId, code, text);
  }
}

const claimSql = `
  update messages m set status = 'sending', leased_until = now() + make_interval(secs => ?), updated_at = now()
  from contacts c where c.company_id = m.company_id and c.id = m.contact_id and m.company_id = ? and m.id = ?
  returning m.id, m.whatsapp_id as "whatsappId", c.number as "to", m.body, m.media_type as "mediaType", m.media_key as "mediaKey",
    m.data, m.media_name as "mediaName", m.media_mime as "mediaMime", m.media_size as "mediaSize",
    (select o.provider_id from messages o where o.company_id = m.company_id and o.id = m.quoted_msg_id) as "quotedProviderId"`;
