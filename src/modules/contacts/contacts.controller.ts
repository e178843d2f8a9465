import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import { ContactsService } from './contacts.service.js';

@ApiTags('contacts')
@Controller('contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'Names of the contacts, the first 500' })
  names(): Promise<{ id: number; name: string }[]> {
    return this.contacts.names();
  }
}
