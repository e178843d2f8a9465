import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, ManualTransaction } from '../../../../core/access/decorators.js';
import { type BulkActionResult, BulkInput, UndoInput } from './bulk-actions.dto.js';
import { BulkActionsService } from './bulk-actions.service.js';

/** Each ticket has its own transaction, so an error in one does not affect the others. */
@Controller('tickets/bulk')
@ManualTransaction()
export class BulkActionsController {
  constructor(private readonly actions: BulkActionsService) {}

  @Post()
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({
    summary: 'Do the same with up to 100 conversations; answers for each what came of it, and by which act to undo it',
  })
  async perform(@Body() input: BulkInput): Promise<{ results: BulkActionResult[] }> {
    return { results: await this.actions.perform(input) };
  }

  @Post('undo')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Take acts of one’s own back, for ten seconds and where nothing has happened since' })
  async undo(@Body() { acts }: UndoInput): Promise<{ results: BulkActionResult[] }> {
    return { results: await this.actions.undo(acts) };
  }
}
