import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { CopilotInput } from './copilot.dto.js';
import { CopilotService, type CopilotText } from './copilot.service.js';

@ApiTags('tickets')
@Controller('tickets')
@Plan('useAiActive')
export class CopilotController {
  constructor(private readonly copilot: CopilotService) {}

  @Post(':id/assist')
  @HttpCode(200)
  @Allow('user')
  @ManualTransaction()
  @ApiOperation({ summary: 'Suggest a reply, summarise a conversation or rewrite a draft; nothing is sent' })
  write(@IdParam() id: number, @Body() input: CopilotInput): Promise<CopilotText> {
    return this.copilot.write(id, input);
  }
}
