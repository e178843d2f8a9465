import { Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, IdPipe, Plan, Scope } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { TicketLanesService } from '../../tickets/tags/ticket-lanes.service.js';
import { TicketTagsService } from '../../tickets/tags/ticket-tags.service.js';

const removed = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

const noLane = 0;

/** Existing clients send `0` or `lane0` for the first lane, which belongs to no tag. */
const tagIdOf = (text: string): number => (text === '0' || text === 'lane0' ? noLane : new IdPipe().transform(text));

/** The two requests by which existing clients move a card. Both are idempotent, and each works without the other. */
@Controller('ticket-tags')
@Plan('useKanban')
@Scope('tickets')
export class TicketTagLinksController {
  constructor(
    private readonly lanes: TicketLanesService,
    private readonly tags: TicketTagsService,
    private readonly context: Context,
  ) {}

  @Delete(':ticketId')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Take a conversation out of its lane; its other tags stay' })
  async clear(@IdParam('ticketId') ticketId: number): Promise<{ message: string }> {
    await this.lanes.clear(ticketId);
    return { message: removed[this.context.locale] };
  }

  @Put(':ticketId/:tagId')
  @Allow('user')
  @ApiOperation({ summary: 'Move a conversation to the lane of a tag, 0 for none, or add a tag that is no lane' })
  async link(
    @IdParam('ticketId') ticketId: number,
    @Param('tagId') tag: string,
  ): Promise<{ ticketId: number; tagId: number }> {
    const tagId = tagIdOf(tag);
    if (tagId === noLane) await this.lanes.clear(ticketId);
    else await this.tags.link(ticketId, tagId);
    return { ticketId, tagId };
  }
}
