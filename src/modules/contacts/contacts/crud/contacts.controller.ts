import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, Scope } from '../../../../core/access/decorators.js';
import { MergeInput } from '../contacts.dto.js';
import { type ContactRecord, ContactsService } from './contacts.service.js';

@Controller('contacts')
@Scope('contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Post(':id/merge')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Make one contact of two: the older stays, and is answered' })
  merge(@IdParam() id: number, @Body() { contactId }: MergeInput): Promise<ContactRecord> {
    return this.contacts.merge(id, contactId);
  }
}
