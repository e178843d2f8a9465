import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { PromptTrialInput } from './prompt-trials.dto.js';
import { type PromptTrial, PromptTrialsService } from './prompt-trials.service.js';

@ApiTags('prompt')
@Controller('prompt')
@Allow('admin')
@Plan('useAiActive')
export class PromptTrialsController {
  constructor(private readonly trials: PromptTrialsService) {}

  @Post(':id/test')
  @HttpCode(200)
  @ManualTransaction()
  @ApiOperation({ summary: 'Ask a prompt as a customer would; nothing is sent, and no action is done' })
  ask(@IdParam() id: number, @Body() input: PromptTrialInput): Promise<PromptTrial> {
    return this.trials.ask(id, input);
  }
}
