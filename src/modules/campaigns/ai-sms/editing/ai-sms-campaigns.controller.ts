import { Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow, ConnectionTokens, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { Idempotency } from '../../../../core/requests/idempotency.interceptor.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { mediaHeaders } from '../../../../core/storage/media-headers.js';
import type { FoundColumn } from '../../../contacts/contacts/import-export/contact-import.entity.js';
import { CampaignFileInput } from '../ai-sms.dto.js';
import type { CampaignKind } from '../ai-sms-campaign.entity.js';
import {
  type CampaignHistoryFile,
  type CampaignImport,
  RecipientImportsService,
} from '../recipients/recipient-imports.service.js';
import { sampleCsv } from '../recipients/recipients-file.js';
import { AiSmsReportsService } from '../reports/ai-sms-reports.service.js';
import type { ReportRow } from '../reports/report.queries.js';
import { AiSmsCampaignsService } from './ai-sms-campaigns.service.js';
import { CampaignForm, type Form } from './campaign-form.js';

/** Routes that both kinds of campaigns share, except for reports. */
@ApiTags('campaign-service')
@Allow('admin')
@ConnectionTokens()
export abstract class AiSmsCampaignsController {
  protected abstract readonly kind: CampaignKind;

  constructor(
    private readonly records: AiSmsCampaignsService,
    private readonly imports: RecipientImportsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Delete('campaigns/:id')
  @ApiOperation({ summary: 'Remove a campaign with its rows and files' })
  remove(@IdParam() id: number): Promise<{ message: string }> {
    return this.records.remove(this.kind, id);
  }

  @Post('import')
  @HttpCode(200)
  @ManualTransaction()
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CampaignFileInput })
  @ApiOperation({
    summary: 'Import recipients from a CSV file of at most 51 lines: nome, telefone, campo1 to campo5',
  })
  import(
    @CampaignForm(CampaignFileInput) input: Form<CampaignFileInput>,
    @Uploads() [file]: readonly UploadedFile[],
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CampaignImport> {
    return this.imports.import(this.kind, input.campaign_id, { file, columns: input.columns }, (work) =>
      this.idempotency.once(request, reply, work),
    );
  }

  @Post('import/columns')
  @HttpCode(200)
  @ManualTransaction()
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } })
  @ApiOperation({ summary: 'The columns of a file, what they seem to hold and their first values; imports nothing' })
  columns(@Uploads() [file]: readonly UploadedFile[]): Promise<readonly FoundColumn[]> {
    return this.imports.columnsOf(file);
  }

  @Get('sample')
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'A CSV file to fill in' })
  sample(@Res() reply: FastifyReply): void {
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'modelo.csv').send(sampleCsv);
  }

  @Post('campaigns/:id/retry')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send again what was not sent, or perhaps not' })
  retry(@IdParam() id: number): Promise<{ rows: number }> {
    return this.records.retry(this.kind, id);
  }

  @Get('history/:campaignId')
  @ApiOperation({ summary: 'The imported files, the newest first' })
  history(@IdParam('campaignId') campaignId: number): Promise<CampaignHistoryFile[]> {
    return this.imports.history(this.kind, campaignId);
  }

  @Get('history/:campaignId/download/:filename')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'An imported file as it came' })
  async download(
    @IdParam('campaignId') campaignId: number,
    @Param('filename') filename: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.imports.open(this.kind, campaignId, filename);
    // not cached, because another file may have this name later
    void reply.headers({ ...mediaHeaders('text/csv', filename), 'cache-control': 'no-store' }).send(file);
  }
}

/** The reports of a kind of campaigns, which may need another plan flag than the campaigns themselves. */
@ApiTags('campaign-service')
@Allow('admin')
@ConnectionTokens()
export abstract class AiSmsReportsController {
  protected abstract readonly kind: CampaignKind;

  constructor(protected readonly reports: AiSmsReportsService) {}

  @Get(':campaignId')
  @ApiOperation({ summary: 'Rows that were sent or given up; times in UTC' })
  report(@IdParam('campaignId') campaignId: number): Promise<ReportRow[]> {
    return this.reports.rows(this.kind, campaignId);
  }

  @Get(':campaignId/export')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The report as relatorio_ia.csv' })
  async export(@IdParam('campaignId') campaignId: number, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.reports.csv(this.kind, campaignId);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'relatorio_ia.csv').send(table);
  }
}
