import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { clockText } from '../../../../core/calendar.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import { invalidQuery, numberParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { type Cell, cellsOf, headingsOf, type RowColumn } from '../../../../core/resource/table.js';
import { timeZoneOf } from '../../../platform/companies/registration/companies.queries.js';
import { shipmentStatuses } from '../campaign-shipment.entity.js';
import { usesRecipientClocks } from '../campaigns.policy.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import type { CampaignRecord } from '../sending/campaign-state.service.js';
import { type SendingClock, sendingClocks } from '../sending/claims.queries.js';
import { untilSendingMs } from '../sending/sending-hours.js';
import { recipientColumns } from './recipient-columns.js';
import {
  type CampaignTotals,
  type CurrentCampaign,
  countShipments,
  currentCampaigns,
  type FollowUpFigures,
  failuresOf,
  followUpsOf,
  type HourFigures,
  hoursOf,
  type MessageFigures,
  messagesOf,
  type RecentShipments,
  type RecipientFilter,
  recipientGroups,
  type StoredRecipient,
  shipmentsPage,
  totalsOf,
} from './report.queries.js';

const pageSize = 50;
const exportBatch = 2000;

/** Statuses of shipments, and what customers did. */
const filterStatuses: readonly string[] = [...shipmentStatuses, ...Object.keys(recipientGroups)];

export interface CampaignFailure {
  readonly code: string;
  /** The reason in the caller's language. */
  readonly text: string;
  readonly count: number;
}

/** How a running campaign goes on. */
export interface CampaignPace {
  /** Messages a minute, by the last five minutes. */
  readonly perMinute: number;
  /** Until all are sent at this pace, without hours in which it does not send; null before the first message. */
  readonly secondsLeft: number | null;
  /** When it sends again; null within its hours, by recipients' clocks within those of one who waits. */
  readonly resumesAt: string | null;
}

export interface CampaignReport {
  readonly campaign: CampaignRecord;
  /** null unless the campaign runs. */
  readonly pace: CampaignPace | null;
  readonly totals: CampaignTotals;
  /** null when the campaign asks for no confirmation. */
  readonly followUps: FollowUpFigures | null;
  readonly failures: readonly CampaignFailure[];
  /** The newest hours come first. */
  readonly hours: readonly HourFigures[];
  readonly messages: readonly MessageFigures[];
}

/** A recipient and the status of its message. */
export interface CampaignRecipient extends Omit<StoredRecipient, 'errorText'> {
  /** The error in the caller's language. */
  readonly errorText: string | null;
}

@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly campaigns: CampaignsService,
    private readonly exporter: CsvExporter,
  ) {}

  current(): Promise<CurrentCampaign[]> {
    return this.db.rows(currentCampaigns(this.context.companyId));
  }

  /** @throws 404 */
  async report(id: number): Promise<CampaignReport> {
    const { companyId, locale } = this.context;
    const campaign = await this.campaigns.get(id);
    const isRunning = campaign.status === 'EM_ANDAMENTO';
    const [counted, followUps, failures, hours, messages, clocks] = await Promise.all([
      this.db.row(totalsOf(companyId, id)),
      campaign.confirmation ? this.db.row(followUpsOf(companyId, id)) : undefined,
      this.db.rows(failuresOf(companyId, id)),
      this.db.rows(hoursOf(companyId, id)),
      this.db.rows(messagesOf(companyId, id)),
      isRunning
        ? this.db.rows(sendingClocks({ companyId, id }, usesRecipientClocks(campaign) ? 'recipients' : 'company'))
        : undefined,
    ]);
    if (!counted) throw new Error(`Campaign ${id} has no totals`);
    const described = failures.map(({ code, text, count }) => ({ code, text: text[locale], count }));
    const { recent, recentSeconds, ...totals } = counted;
    const pace = clocks ? currentPace(campaign, totals, { recent, recentSeconds, clocks }) : null;
    return { campaign, pace, totals, followUps: followUps ?? null, failures: described, hours, messages };
  }

  /** Recipients in the order of sending. @throws 400, 404 */
  async recipients(id: number, query: Query): Promise<Page<CampaignRecipient>> {
    const { companyId, locale } = this.context;
    await this.campaigns.get(id);
    const filter = filterOf(query);
    const after = numberParam(query, 'cursor') ?? 0;
    const found = await this.db.rows(shipmentsPage(companyId, id, filter, { after, limit: pageSize + 1 }));
    const counted = await this.db.row(countShipments(companyId, id, filter, countLimit + 1));
    const rows = found.slice(0, pageSize);
    const hasMore = found.length > pageSize;
    return {
      rows: rows.map((row) => ({ ...row, errorText: row.errorText?.[locale] ?? null })),
      hasMore,
      ...boundedCount(counted?.count ?? 0),
      cursor: hasMore ? String(rows.at(-1)?.id) : null,
    };
  }

  /** @throws 400, 404, 409, 429 */
  async export(id: number, query: Query): Promise<Readable> {
    const { actor, locale } = this.context;
    const { companyId } = actor;
    const filter = filterOf(query);
    const { status, zone } = await this.db.runAs(companyId, async () => ({
      status: (await this.campaigns.get(id)).status,
      zone: await this.db.row(timeZoneOf(companyId)),
    }));
    const columns = recipientColumns(status, (at) => clockText(zone?.timezone ?? 'UTC', at));
    return this.exporter.table('csv', {
      action: 'campaigns.exported',
      filter: { campaignId: id, ...filter },
      columns: headingsOf(columns, locale),
      batches: this.batches(companyId, id, filter, columns),
    });
  }

  private async *batches(
    companyId: number,
    id: number,
    filter: RecipientFilter,
    columns: readonly RowColumn<StoredRecipient>[],
  ): AsyncGenerator<Cell[][]> {
    const { locale } = this.context;
    for (let after = 0, full = true; full; ) {
      const from = { after, limit: exportBatch };
      const rows = await this.db.runAs(companyId, () => this.db.rows(shipmentsPage(companyId, id, filter, from)));
      yield rows.map((row) => cellsOf(columns, row, locale));
      after = rows.at(-1)?.id ?? after;
      full = rows.length === exportBatch;
    }
  }
}

function currentPace(
  campaign: CampaignRecord,
  { waiting }: CampaignTotals,
  { recent, recentSeconds, clocks }: RecentShipments & { readonly clocks: readonly SendingClock[] },
): CampaignPace {
  // one message alone has no pace
  const closedMs = untilSendingMs(clocks, campaign);
  const perSecond = recent > 1 ? recent / Math.max(recentSeconds, 1) : 0;
  return {
    perMinute: Math.round(perSecond * 60),
    secondsLeft: perSecond > 0 ? Math.ceil(waiting / perSecond) : null,
    resumesAt: closedMs === 0 ? null : new Date(Date.now() + closedMs).toISOString(),
  };
}

/** @throws 400 */
export function filterOf(query: Query): RecipientFilter {
  const status = textParam(query, 'status');
  if (status !== '' && !filterStatuses.includes(status)) invalidQuery('status');
  const errorCode = textParam(query, 'errorCode') || undefined;
  const search = textParam(query, 'searchParam') || undefined;
  return { status: status || undefined, errorCode, search, message: numberParam(query, 'message') };
}
