import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import { invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { type ShipmentStatus, shipmentStatuses } from '../campaign-shipment.entity.js';
import { CampaignsService } from '../editing/campaigns.service.js';
import type { CampaignRecord } from '../sending/campaign-state.service.js';
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
  type RecipientFilter,
  type StoredRecipient,
  shipmentsPage,
  totalsOf,
} from './report.queries.js';

const pageSize = 50;
const exportBatch = 2000;

/** Statuses of shipments, and what customers did. */
const filterStatuses = [...shipmentStatuses, 'replied', 'confirmed'] as const;

/** Texts in the exported file of recipients. */
const recipientStatusTexts: Readonly<Record<ShipmentStatus, Localized>> = {
  queued: t('Na fila', 'Queued', 'En cola'),
  sending: t('Enviando', 'Sending', 'Enviando'),
  sent: t('Enviada', 'Sent', 'Enviada'),
  delivered: t('Entregue', 'Delivered', 'Entregada'),
  read: t('Lida', 'Read', 'Leída'),
  failed: t('Falhou', 'Failed', 'Falló'),
  uncertain: t('Incerta', 'Uncertain', 'Incierta'),
};

const recipientHeadings: readonly Localized[] = [
  t('Número', 'Number', 'Número'),
  t('Nome', 'Name', 'Nombre'),
  t('E-mail', 'E-mail', 'Correo'),
  t('Situação', 'Status', 'Estado'),
  t('Mensagem', 'Message', 'Mensaje'),
  t('Enviada em', 'Sent at', 'Enviada el'),
  t('Entregue em', 'Delivered at', 'Entregada el'),
  t('Lida em', 'Read at', 'Leída el'),
  t('Respondida em', 'Replied at', 'Respondida el'),
  t('Confirmada em', 'Confirmed at', 'Confirmada el'),
  t('Código do erro', 'Error code', 'Código de error'),
  t('Erro', 'Error', 'Error'),
  t('Texto', 'Text', 'Texto'),
];

export interface CampaignFailure {
  readonly code: string;
  /** The reason in the caller's language. */
  readonly text: string;
  readonly count: number;
}

export interface CampaignReport {
  readonly campaign: CampaignRecord;
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
    const [totals, followUps, failures, hours, messages] = await Promise.all([
      this.db.row(totalsOf(companyId, id)),
      campaign.confirmation ? this.db.row(followUpsOf(companyId, id)) : undefined,
      this.db.rows(failuresOf(companyId, id)),
      this.db.rows(hoursOf(companyId, id)),
      this.db.rows(messagesOf(companyId, id)),
    ]);
    if (!totals) throw new Error(`Campaign ${id} has no totals`);
    const described = failures.map(({ code, text, count }) => ({ code, text: text[locale], count }));
    return { campaign, totals, followUps: followUps ?? null, failures: described, hours, messages };
  }

  /** Recipients in the order of sending. @throws 400, 404 */
  async recipients(id: number, query: Query): Promise<Page<CampaignRecipient>> {
    const { companyId, locale } = this.context;
    await this.campaigns.get(id);
    const filter = filterOf(query);
    const after = wholeNumber(query, 'cursor') ?? 0;
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
    await this.db.runAs(companyId, () => this.campaigns.get(id));
    return this.exporter.csv({
      action: 'campaigns.exported',
      filter: { campaignId: id, ...filter },
      headings: recipientHeadings.map((heading) => heading[locale]),
      batches: this.batches(companyId, id, filter),
    });
  }

  private async *batches(companyId: number, id: number, filter: RecipientFilter): AsyncGenerator<string[][]> {
    const { locale } = this.context;
    const moment = (at: Date | null): string => (at === null ? '' : new Date(at).toISOString());
    for (let after = 0, full = true; full; ) {
      const from = { after, limit: exportBatch };
      const rows = await this.db.runAs(companyId, () => this.db.rows(shipmentsPage(companyId, id, filter, from)));
      yield rows.map((row) => [
        ...[row.number, row.name, row.email, recipientStatusTexts[row.status][locale], String(row.message ?? '')],
        ...[row.sentAt, row.deliveredAt, row.readAt, row.repliedAt, row.confirmedAt].map(moment),
        ...[row.errorCode ?? '', row.errorText?.[locale] ?? '', row.body ?? ''],
      ]);
      after = rows.at(-1)?.id ?? after;
      full = rows.length === exportBatch;
    }
  }
}

function filterOf(query: Query): RecipientFilter {
  const status = textParam(query, 'status');
  if (status !== '' && !(filterStatuses as readonly string[]).includes(status)) invalidQuery('status');
  const errorCode = textParam(query, 'errorCode') || undefined;
  const search = textParam(query, 'searchParam') || undefined;
  return { status: (status as ShipmentStatus) || undefined, errorCode, search, message: wholeNumber(query, 'message') };
}

function wholeNumber(query: Query, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : invalidQuery(name);
}
