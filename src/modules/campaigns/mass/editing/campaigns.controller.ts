import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, IsAdminClient, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import {
  invalidQuery,
  numberParam,
  type Query as QueryValues,
  textParam,
} from '../../../../core/resource/list-query.js';
import { Envelope } from '../../../../core/resource/page.interceptor.js';
import type { Page } from '../../../../core/resource/page.js';
import {
  CampaignMediaInput,
  CampaignSettingsForm,
  CampaignSettingsInput,
  CampaignStartInput,
  CampaignTestInput,
} from '../campaigns.dto.js';
import {
  type CampaignRecipient,
  type CampaignReport,
  CampaignReportsService,
} from '../reports/campaign-reports.service.js';
import type { CurrentCampaign } from '../reports/report.queries.js';
import type { CampaignRecord } from '../sending/campaign-state.service.js';
import {
  type CampaignAudience,
  type CampaignPreview,
  CampaignPreviewsService,
  type CampaignTest,
} from './campaign-previews.service.js';
import type { CampaignSettingsRecord } from './campaign-settings.queries.js';
import { type CampaignSettingRow, CampaignSettingsService } from './campaign-settings.service.js';
import type { SequenceStep } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';

const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');
const done = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@Controller('campaigns')
@Plan('useCampaigns')
@Allow('admin')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly previews: CampaignPreviewsService,
    private readonly reports: CampaignReportsService,
    private readonly context: Context,
  ) {}

  @Get('current')
  @ApiOperation({ summary: 'Campaigns that run, stand still, are planned or ended within a week, six at the most' })
  current(): Promise<CurrentCampaign[]> {
    return this.reports.current();
  }

  @Get('audience')
  @ApiQuery({ name: 'contactListId', required: false })
  @ApiQuery({ name: 'tagListId', required: false, description: 'Instead of a list' })
  @ApiQuery({ name: 'tagScope', required: false, enum: ['contacts', 'all'] })
  @ApiQuery({ name: 'followsId', required: false, description: 'Who has not replied to that campaign until now' })
  @ApiQuery({ name: 'from', required: false, description: 'Position of the first recipient, from 0' })
  @ApiOperation({ summary: 'How many a list or tag names, and twenty of them' })
  audience(@Query() query: QueryValues): Promise<CampaignAudience> {
    const source = {
      followsId: numberParam(query, 'followsId') ?? null,
      contactListId: numberParam(query, 'contactListId') ?? null,
      tagListId: numberParam(query, 'tagListId') ?? null,
      tagScope: textParam(query, 'tagScope') === 'all' ? 'all' : 'contacts',
    } as const;
    return this.previews.audience(source, numberParam(query, 'from') ?? 0);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One: Campaign; but for our own screens with its recipients and their messages' })
  get(@IdParam() id: number, @IsAdminClient() ours: boolean): Promise<CampaignRecord> {
    return ours ? this.campaigns.get(id) : this.campaigns.getWithProgress(id);
  }

  @Get(':id/preview')
  @ApiQuery({
    name: 'recipient',
    required: false,
    description: 'Position of the recipient whose texts are shown, from 0',
  })
  @ApiOperation({ summary: 'How many get it, how long it takes, and the texts of one recipient' })
  preview(@IdParam() id: number, @Query('recipient') recipient = '0'): Promise<CampaignPreview> {
    return this.previews.preview(id, /^\d{1,7}$/.test(recipient) ? Number(recipient) : invalidQuery('recipient'));
  }

  @Post(':id/test')
  @HttpCode(200)
  @ManualTransaction()
  @ApiOperation({ summary: 'Send the first message to a number, as the first recipient would get it' })
  test(@IdParam() id: number, @Body() { number }: CampaignTestInput): Promise<CampaignTest> {
    return this.previews.test(id, number);
  }

  @Get(':id/report')
  @ApiOperation({ summary: 'Figures of a campaign: totals, failures by reason, by hour and by message' })
  report(@IdParam() id: number): Promise<CampaignReport> {
    return this.reports.report(id);
  }

  @Get(':id/recipients')
  @Envelope('records')
  @ApiQuery({
    name: 'status',
    required: false,
    description: 'A status of shipments, or `replied`, `confirmed`, `unread`, `unreplied`, `unsubscribed`, `left_out`',
  })
  @ApiQuery({ name: 'errorCode', required: false })
  @ApiQuery({ name: 'message', required: false, description: 'Which of the five messages, from 1' })
  @ApiQuery({ name: 'searchParam', required: false, description: 'In name and number' })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOperation({ summary: 'The recipients of a campaign that has started, and what became of their messages' })
  recipients(@IdParam() id: number, @Query() query: Record<string, unknown>): Promise<Page<CampaignRecipient>> {
    return this.reports.recipients(id, query);
  }

  @Get(':id/recipients/export')
  @ManualTransaction()
  @ApiQuery({ name: 'status', required: false })
  @ApiQuery({ name: 'errorCode', required: false })
  @ApiQuery({ name: 'message', required: false })
  @ApiQuery({ name: 'searchParam', required: false })
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The same recipients as CSV: UTF-8 with a mark, semicolons, formulas defused' })
  async export(
    @IdParam() id: number,
    @Query() query: Record<string, unknown>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const table = await this.reports.export(id, query);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', `campanha-${id}.csv`).send(table);
  }

  @Post(':id/restart')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Start an inactive, scheduled or cancelled campaign now; `startNow` where the time set for it has passed. One with `followsId` is scheduled for its days after the end of that campaign',
  })
  restart(@IdParam() id: number, @Body() { startNow = false }: CampaignStartInput): Promise<CampaignRecord> {
    return this.campaigns.restart(id, startNow);
  }

  @Post(':id/pause')
  @HttpCode(200)
  @ApiOperation({ summary: 'Hold a running campaign' })
  pause(@IdParam() id: number): Promise<CampaignRecord> {
    return this.campaigns.pause(id);
  }

  @Post(':id/resume')
  @HttpCode(200)
  @ApiOperation({ summary: 'Go on with a paused campaign' })
  resume(@IdParam() id: number): Promise<CampaignRecord> {
    return this.campaigns.resume(id);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a finished campaign again to the recipients that got nothing, or perhaps nothing' })
  retry(@IdParam() id: number): Promise<CampaignRecord> {
    return this.campaigns.retry(id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'End a scheduled, running or paused campaign' })
  cancel(@IdParam() id: number): Promise<CampaignRecord> {
    return this.campaigns.cancel(id);
  }

  @Get(':id/sequence')
  @ApiOperation({ summary: 'The campaigns that follow one another, this one among them, in their order' })
  sequence(@IdParam() id: number): Promise<SequenceStep[]> {
    return this.campaigns.sequence(id);
  }

  @Post(':id/next-step')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Create an inactive campaign to those who do not reply to the last one of its sequence, five at the most',
  })
  createNext(@IdParam() id: number): Promise<CampaignRecord> {
    return this.campaigns.createNext(id);
  }

  @Post(':id/media-upload')
  @HttpCode(200)
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CampaignMediaInput })
  @ApiOperation({ summary: 'Give a campaign its file; the one before is removed' })
  attach(@IdParam() id: number, @Uploads() [file]: readonly UploadedFile[]): Promise<CampaignRecord> {
    if (!file) throw coreErrors.ERR_VALIDATION({ fields: { file: noFile } });
    return this.campaigns.setMedia(id, file);
  }

  @Delete(':id/media-upload')
  @ApiOperation({ summary: 'Take the file of a campaign away' })
  async detach(@IdParam() id: number): Promise<{ message: string }> {
    await this.campaigns.setMedia(id, null);
    return { message: done[this.context.locale] };
  }
}

@Controller()
@Plan('useCampaigns')
@Allow('admin')
export class CampaignSettingsController {
  constructor(private readonly settings: CampaignSettingsService) {}

  @Get('campaigns/settings')
  @ApiOperation({ summary: 'Intervals and variables of campaigns' })
  get(): Promise<CampaignSettingsRecord> {
    return this.settings.get();
  }

  @Put('campaigns/settings')
  @ApiOperation({ summary: 'Store intervals and variables of campaigns' })
  save(@Body() input: CampaignSettingsInput): Promise<CampaignSettingsRecord> {
    return this.settings.save(input);
  }

  @Get('campaign-settings')
  @ApiOperation({ summary: 'The same as existing clients read them: values as JSON texts' })
  list(): Promise<CampaignSettingRow[]> {
    return this.settings.list();
  }

  @Post('campaign-settings')
  @HttpCode(200)
  @ApiOperation({ summary: 'Store those that are given, as existing clients send them' })
  async saveSome(@Body() { settings }: CampaignSettingsForm): Promise<CampaignSettingRow[]> {
    await this.settings.save({ ...(await this.settings.get()), ...settings });
    return this.settings.list();
  }
}
