import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction, Scope } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { MessageEditsService } from '../edits/message-edits.service.js';
import { EditMessageInput, ForwardInput } from '../messages.dto.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { type Transcript, TranscriptsService } from '../transcription/transcripts.service.js';
import { MessagesService } from './messages.service.js';

const deleted = t('Mensagem apagada.', 'Message deleted.', 'Mensaje eliminado.');

/** Actions on an existing message. */
@Controller('messages')
@Scope('messages')
export class MessageActionsController {
  constructor(
    private readonly context: Context,
    private readonly edits: MessageEditsService,
    private readonly messages: MessagesService,
    private readonly transcripts: TranscriptsService,
  ) {}

  @Post('edit/:id')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Edit an own text message; 422 where the channel cannot' })
  edit(@IdParam() id: number, @Body() { body }: EditMessageInput): Promise<MessageRow> {
    return this.edits.edit(id, body);
  }

  @Delete(':id')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Delete an own message for everybody; 422 where the channel cannot' })
  async delete(@IdParam() id: number): Promise<{ message: string }> {
    await this.edits.delete(id);
    return { message: deleted[this.context.locale] };
  }

  @Post(':id/forward')
  @Allow('user')
  @ApiOperation({ summary: 'Forward a message to open conversations; answers the new messages' })
  forward(@IdParam() id: number, @Body() { ticketIds }: ForwardInput): Promise<MessageRow[]> {
    return this.messages.forward(id, ticketIds);
  }

  @Get('transcribeAudio/:fileName')
  @ManualTransaction()
  @Allow('user')
  @ApiOperation({ summary: 'The transcript of an incoming audio, by the name of its file in mediaUrl' })
  transcribe(@Param('fileName') fileName: string): Promise<Transcript> {
    return this.transcripts.get(fileName);
  }
}
