import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { IdParam, IdPipe, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { Idempotency } from '../../../../core/requests/idempotency.interceptor.js';
import { CampaignTestInput } from '../../mass/campaigns.dto.js';
import { AiCampaignChange, AiCampaignInput, AiSampleInput, CampaignStatusInput } from '../ai-sms.dto.js';
import { AiSmsCampaignsController, AiSmsReportsController } from '../editing/ai-sms-campaigns.controller.js';
import type { CampaignInstance } from '../editing/ai-sms-campaigns.queries.js';
import { AiSmsCampaignsService } from '../editing/ai-sms-campaigns.service.js';
import { CampaignForm, type Form, FormFields } from '../editing/campaign-form.js';
import { RecipientImportsService } from '../recipients/recipient-imports.service.js';
import type { AiCampaignFigures } from '../reports/report.queries.js';
import { AiCampaignsService, type AiCampaignView } from './ai-campaigns.service.js';
import { AiOpeningsService, type DispatchNumber } from './ai-openings.service.js';
import { AiPreviewsService, type OpeningSample, type OpeningSamples, type OpeningTest } from './ai-previews.service.js';

/** Routes of the campaign service (spec 001) for AI campaigns (behaviour.md §12). */
@Controller('campaign-service/ai')
@Plan('useAiActive')
export class AiCampaignsController extends AiSmsCampaignsController {
  protected readonly kind = 'ai';

  constructor(
    private readonly campaigns: AiCampaignsService,
    private readonly openings: AiOpeningsService,
    private readonly previews: AiPreviewsService,
    records: AiSmsCampaignsService,
    imports: RecipientImportsService,
    idempotency: Idempotency,
  ) {
    super(records, imports, idempotency);
  }

  @Get('instances/:companyId')
  @ApiOperation({ summary: 'The prompts that a campaign may use' })
  instances(@IdParam('companyId') companyId: number): Promise<CampaignInstance[]> {
    return this.campaigns.instances(companyId);
  }

  @Get('numbers')
  @ApiOperation({ summary: 'What conversations are opened by on each connection, and which cannot send AI campaigns' })
  numbers(): Promise<DispatchNumber[]> {
    return this.openings.numbers();
  }

  @Get('campaigns/filter')
  @ApiOperation({ summary: 'The campaigns of the company, the newest first' })
  list(@Query('company_id', IdPipe) companyId: number): Promise<AiCampaignView[]> {
    return this.campaigns.list(companyId);
  }

  @Post('campaigns')
  @FormFields(AiCampaignInput)
  @ApiOperation({ summary: 'Create a campaign, inactive' })
  create(@CampaignForm(AiCampaignInput) input: Form<AiCampaignInput>): Promise<AiCampaignView> {
    return this.campaigns.create(input);
  }

  @Put('campaigns/status/:id')
  @FormFields(CampaignStatusInput)
  @ApiOperation({ summary: 'Switch a campaign on or off; without a status it becomes the opposite of what it is' })
  setStatus(
    @IdParam() id: number,
    @CampaignForm(CampaignStatusInput) input: Form<CampaignStatusInput>,
  ): Promise<AiCampaignView> {
    return this.campaigns.setStatus(id, input.status);
  }

  @Put('campaigns/:id')
  @FormFields(AiCampaignChange)
  @ApiOperation({ summary: 'Change a campaign' })
  update(
    @IdParam() id: number,
    @CampaignForm(AiCampaignChange) input: Form<AiCampaignChange>,
  ): Promise<AiCampaignView> {
    return this.campaigns.update(id, input);
  }

  @Get('campaigns/:id/samples')
  @ApiOperation({ summary: 'The first texts of the recipients who come next, as far as no model has to write them' })
  samples(@IdParam() id: number): Promise<OpeningSamples> {
    return this.previews.samples(id);
  }

  @Post('campaigns/:id/samples')
  @HttpCode(200)
  @ManualTransaction()
  @ApiOperation({ summary: 'Let the prompt write the first text of one of them; it costs tokens, and nothing is sent' })
  writeSample(@IdParam() id: number, @Body() { row }: AiSampleInput): Promise<OpeningSample> {
    return this.previews.sample(id, row ?? 0);
  }

  @Post('campaigns/:id/test')
  @HttpCode(200)
  @ManualTransaction()
  @ApiOperation({ summary: 'Send the text of the first recipient to a number; no report counts it' })
  test(@IdParam() id: number, @Body() { number }: CampaignTestInput): Promise<OpeningTest> {
    return this.previews.test(id, number);
  }
}

@Controller('campaign-service/ai/relatories')
@Plan('useAiActive')
export class AiReportsController extends AiSmsReportsController {
  protected readonly kind = 'ai';

  @Get(':campaignId/figures')
  @ApiOperation({
    summary: 'How many were written to, replied and were accepted by an attendant, and the tokens spent',
  })
  figures(@IdParam('campaignId') campaignId: number): Promise<AiCampaignFigures> {
    return this.reports.aiFigures(campaignId);
  }
}
