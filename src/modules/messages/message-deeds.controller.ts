import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, Id, OwnUnit } from '../../core/access/decorators.js';
import { Context } from '../../core/context/context.js';
import { t } from '../../core/i18n.js';
import { Corrections } from './changes/corrections.service.js';
import { Forwarding } from './forwarding.service.js';
import type { MessageRow } from './message-rows.service.js';
import { EditMessageInput, ForwardInput } from './messages.dto.js';
import { type Transcript, Transcripts } from './speech/transcripts.service.js';

const deleted = t('Mensagem apagada.', 'Message deleted.', 'Mensaje eliminado.');

/** What is done with one message that is there. */
@ApiTags('messages')
@Controller('messages')
export class MessageDeedsController {
  constructor(
    private readonly context: Context,
    private readonly corrections: Corrections,
    private readonly forwarding: Forwarding,
    private readonly transcripts: Transcripts,
  ) {}

  @Post('edit/:id')
  @HttpCode(200)
  @Allow('user')
  @ApiBody({ type: EditMessageInput })
  @ApiOperation({ summary: 'Write an own text message anew; 422 where the channel cannot' })
  edit(@Id() id: number, @Body() { body }: EditMessageInput): Promise<MessageRow> {
    return this.corrections.edit(id, body);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Delete an own message for everybody; 422 where the channel cannot' })
  async delete(@Id() id: number): Promise<{ message: string }> {
    await this.corrections.delete(id);
    return { message: deleted[this.context.locale] };
  }

  @Post(':id/forward')
  @Allow('user')
  @ApiBody({ type: ForwardInput })
  @ApiOperation({ summary: 'Say a message again in open conversations; answers the new messages' })
  forward(@Id() id: number, @Body() { ticketIds }: ForwardInput): Promise<MessageRow[]> {
    return this.forwarding.forward(id, ticketIds);
  }

  @Get('transcribeAudio/:fileName')
  @OwnUnit()
  @Allow('user')
  @ApiOperation({ summary: 'What an incoming audio says, by the name of its file in mediaUrl' })
  transcribe(@Param('fileName') fileName: string): Promise<Transcript> {
    return this.transcripts.of(fileName);
  }
}
