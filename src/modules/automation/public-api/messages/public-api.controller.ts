import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, IdParam, Plan } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { UpsertContactInput } from '../../../contacts/contacts/contacts.dto.js';
import { type ContactRecord, ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import {
  contactExample,
  messageExample,
  PublicMessageInput,
  sendExamples,
  sentExample,
} from './public-messages.dto.js';
import { type PublicMessage, PublicMessagesService, type SendAnswer } from './public-messages.service.js';

/** Routes for programs with the token of a connection (behaviour.md §10). */
@ApiTags('public-api')
@Controller('api')
@Allow('integration')
@Plan('useExternalApi')
export class PublicApiController {
  constructor(
    private readonly messages: PublicMessagesService,
    private readonly contacts: ContactsService,
  ) {}

  @Post('messages/send')
  @Upload({ field: 'medias', maxFiles: 20 })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: PublicMessageInput, examples: sendExamples })
  @ApiExtension('x-answer-example', sentExample)
  @ApiOperation({
    summary: 'Send a text, a template, or files as medias, to a number',
    description:
      'The contact and its open conversation are found or created. queueId and userId assign the conversation, closeTicket closes it after the message. Outside of the 24-hour window of the customer only a template can be sent (422 ERR_WINDOW_CLOSED).',
  })
  send(@Body() input: PublicMessageInput, @Uploads() files: readonly UploadedFile[]): Promise<SendAnswer> {
    return this.messages.send(input, files);
  }

  @Get('messages/:id')
  @ApiExtension('x-answer-example', messageExample)
  @ApiOperation({ summary: 'The state of a message that was sent on this connection' })
  get(@IdParam() id: number): Promise<PublicMessage> {
    return this.messages.get(id);
  }

  @Put('contacts')
  @HttpCode(200)
  @ApiBody({ type: UpsertContactInput, examples: { contact: { value: contactExample } } })
  @ApiOperation({ summary: 'Create the contact with that number, or change it; what is left out stays' })
  upsertContact(@Body() input: UpsertContactInput): Promise<ContactRecord> {
    return this.contacts.upsert(input);
  }
}
