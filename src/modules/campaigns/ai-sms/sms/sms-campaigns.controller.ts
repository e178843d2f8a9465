import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { IdParam, IdPipe, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { Idempotency } from '../../../../core/requests/idempotency.interceptor.js';
import { CampaignStatusInput, SmsCampaignChange, SmsCampaignInput, SmsTextInput } from '../ai-sms.dto.js';
import { AiSmsCampaignsController, AiSmsReportsController } from '../editing/ai-sms-campaigns.controller.js';
import { AiSmsCampaignsService } from '../editing/ai-sms-campaigns.service.js';
import { CampaignForm, type Form, FormFields } from '../editing/campaign-form.js';
import { RecipientImportsService } from '../recipients/recipient-imports.service.js';
import type { SmsBalance, SmsService } from './sms-accounts.service.js';
import { type LongestSms, SmsCampaignsService, type SmsCampaignView } from './sms-campaigns.service.js';
import { smsGatewayNames } from './sms-gateway.entity.js';

/** Routes of the campaign service (spec 001) for SMS campaigns (behaviour.md §12). */
@Controller('campaign-service/sms')
@Plan('useLeads')
export class SmsCampaignsController extends AiSmsCampaignsController {
  protected readonly kind = 'sms';

  constructor(
    private readonly campaigns: SmsCampaignsService,
    records: AiSmsCampaignsService,
    imports: RecipientImportsService,
    idempotency: Idempotency,
  ) {
    super(records, imports, idempotency);
  }

  @Get('instances/:companyId')
  @ApiOperation({
    summary: 'The SMS gateways that a campaign may use, and whether the company has entered its account',
  })
  services(@IdParam('companyId') companyId: number): Promise<SmsService[]> {
    return this.campaigns.services(companyId);
  }

  @Get('balance')
  @ManualTransaction()
  @ApiQuery({ name: 'service_identifier', required: false, enum: smsGatewayNames })
  @ApiOperation({ summary: 'How many SMS are left at a gateway: the first number of what it says' })
  balance(@Query('service_identifier') name?: string): Promise<SmsBalance> {
    return this.campaigns.balance(name);
  }

  /** For the page of campaigns, which needs useLeads, and for the report, which needs useSms (spec 001 §2). */
  @Get('campaigns/filter')
  @Plan('useLeads', 'useSms')
  @ApiOperation({ summary: 'The campaigns of the company, the newest first' })
  list(@Query('company_id', IdPipe) companyId: number): Promise<SmsCampaignView[]> {
    return this.campaigns.list(companyId);
  }

  @Post('campaigns')
  @FormFields(SmsCampaignInput)
  @ApiOperation({ summary: 'Create a campaign, inactive' })
  create(@CampaignForm(SmsCampaignInput) input: Form<SmsCampaignInput>): Promise<SmsCampaignView> {
    return this.campaigns.create(input);
  }

  @Put('campaigns/status/:id')
  @FormFields(CampaignStatusInput)
  @ApiOperation({ summary: 'Switch a campaign on or off; without a status it becomes the opposite of what it is' })
  setStatus(
    @IdParam() id: number,
    @CampaignForm(CampaignStatusInput) input: Form<CampaignStatusInput>,
  ): Promise<SmsCampaignView> {
    return this.campaigns.setStatus(id, input.status);
  }

  @Put('campaigns/:id')
  @FormFields(SmsCampaignChange)
  @ApiOperation({ summary: 'Change a campaign, also its status' })
  update(
    @IdParam() id: number,
    @CampaignForm(SmsCampaignChange) input: Form<SmsCampaignChange>,
  ): Promise<SmsCampaignView> {
    return this.campaigns.update(id, input);
  }

  @Post('campaigns/:id/longest')
  @HttpCode(200)
  @ApiOperation({ summary: 'A text as it is for the recipient with the longest one, and for how many it is too long' })
  longest(@IdParam() id: number, @Body() { message }: SmsTextInput): Promise<LongestSms> {
    return this.campaigns.longest(id, message);
  }
}

@Controller('campaign-service/sms/relatories')
@Plan('useSms')
export class SmsReportsController extends AiSmsReportsController {
  protected readonly kind = 'sms';
}
