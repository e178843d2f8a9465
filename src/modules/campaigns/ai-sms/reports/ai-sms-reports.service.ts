import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import type { AiSmsCampaign, CampaignKind } from '../ai-sms-campaign.entity.js';
import { AiSmsCampaignsService } from '../editing/ai-sms-campaigns.service.js';
import { type AiCampaignFigures, aiFiguresOf, type ReportRow, reportRows } from './report.queries.js';

/** Limit of recipients of a campaign. */
const maxRows = 10_000;
const pageSize = 1_000;
/** Headings of the spec, in the company's language. */
const headings = ['Campanha', 'Nome', 'Telefone', 'Hora', 'Enviado', 'Campo1', 'Campo2', 'Campo3', 'Campo4', 'Campo5'];

/** What became of the recipients of a campaign. */
@Injectable()
export class AiSmsReportsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly exporter: CsvExporter,
    private readonly campaigns: AiSmsCampaignsService,
  ) {}

  /** Sent and failed rows. @throws 404 */
  async rows(kind: CampaignKind, campaignId: number): Promise<ReportRow[]> {
    await this.campaigns.find(kind, campaignId);
    const { locale } = this.context;
    const rows = await this.db.rows(reportRows(this.db.companyId, campaignId, 0, maxRows));
    return rows.map((row) => ({ ...row, error: row.error?.[locale] ?? null }));
  }

  /** @throws 404 */
  async aiFigures(campaignId: number): Promise<AiCampaignFigures> {
    await this.campaigns.find('ai', campaignId);
    const figures = await this.db.row(aiFiguresOf(this.db.companyId, campaignId));
    return figures ?? { sent: 0, replied: 0, accepted: 0, tokens: 0 };
  }

  /** {@link rows} as `relatorio_ia.csv` (spec 001 §9); call it outside of any transaction. @throws 404 */
  async csv(kind: CampaignKind, campaignId: number): Promise<Readable> {
    const { companyId } = this.context.actor;
    const campaign = await this.db.runAs(companyId, () => this.campaigns.find(kind, campaignId));
    return this.exporter.csv({
      action: 'serviceCampaign.exported',
      filter: { campaignId },
      headings,
      batches: this.batches(companyId, campaign),
    });
  }

  private async *batches(companyId: number, { id, name }: AiSmsCampaign): AsyncGenerator<string[][]> {
    for (let after = 0, full = true; full; ) {
      const from = after;
      const rows = await this.db.runAs(companyId, () => this.db.rows(reportRows(companyId, id, from, pageSize)));
      yield rows.map((row) => [
        ...[name, row.name, row.phone, new Date(row.time).toISOString(), row.is_sent === 1 ? 'Sim' : 'Não'],
        ...[row.field_1, row.field_2, row.field_3, row.field_4, row.field_5],
      ]);
      after = rows.at(-1)?.id ?? 0;
      full = rows.length === pageSize;
    }
  }
}
