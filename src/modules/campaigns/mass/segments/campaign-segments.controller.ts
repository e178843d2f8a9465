import { applyDecorators, Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam, Plan } from '../../../../core/access/decorators.js';
import type { Query as QueryValues } from '../../../../core/resource/list-query.js';
import type { AddedToList } from '../../../contacts/contact-lists/crud/contact-lists.service.js';
import { CampaignListInput, CampaignTagInput } from '../campaigns.dto.js';
import type { CampaignRecord } from '../sending/campaign-state.service.js';
import { CampaignSegmentsService, type TaggedRecipients } from './campaign-segments.service.js';

/** The filter of `GET /campaigns/:id/recipients`. */
const RecipientQuery = () =>
  applyDecorators(
    ApiQuery({ name: 'status', required: false }),
    ApiQuery({ name: 'errorCode', required: false }),
    ApiQuery({ name: 'message', required: false }),
    ApiQuery({ name: 'searchParam', required: false }),
  );

@Controller('campaigns')
@Plan('useCampaigns')
@Allow('admin')
export class CampaignSegmentsController {
  constructor(private readonly segments: CampaignSegmentsService) {}

  @Post(':id/duplicate')
  @HttpCode(200)
  @RecipientQuery()
  @ApiOperation({ summary: 'An inactive copy; with a filter it is for the recipients that it finds, on a new list' })
  duplicate(@IdParam() id: number, @Query() query: QueryValues): Promise<CampaignRecord> {
    return this.segments.duplicate(id, query);
  }

  @Post(':id/recipients/list')
  @HttpCode(200)
  @RecipientQuery()
  @ApiOperation({ summary: 'Add the recipients that the filter finds to a contact list' })
  addToList(
    @IdParam() id: number,
    @Query() query: QueryValues,
    @Body() { contactListId }: CampaignListInput,
  ): Promise<AddedToList> {
    return this.segments.addToList(id, query, contactListId);
  }

  @Post(':id/recipients/tag')
  @HttpCode(200)
  @RecipientQuery()
  @ApiOperation({
    summary: 'Give the contacts of the recipients that the filter finds a tag; new numbers become contacts',
  })
  tag(
    @IdParam() id: number,
    @Query() query: QueryValues,
    @Body() { tagId }: CampaignTagInput,
  ): Promise<TaggedRecipients> {
    return this.segments.tag(id, query, tagId);
  }
}
