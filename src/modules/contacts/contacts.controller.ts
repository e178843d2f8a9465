import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction } from '../../core/access/decorators.js';
import { attachmentHeaders } from '../../core/resource/csv-exporter.js';
import { MergeInput } from './contacts.dto.js';
import { type ContactRecord, ContactsService } from './contacts.service.js';
import { ContactExport } from './import-export/contact-export.js';

@Controller('contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly exports: ContactExport,
  ) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'Names of the contacts, the first 500' })
  names(): Promise<{ id: number; name: string }[]> {
    return this.contacts.names();
  }

  @Get('export')
  @Allow('supervisor')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'All contacts as CSV: UTF-8 with a mark, semicolons, formulas defused' })
  async export(@Res() reply: FastifyReply): Promise<void> {
    const table = await this.exports.csv();
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'contatos.csv').send(table);
  }

  @Post(':id/merge')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Make one contact of two: the older stays, and is answered' })
  merge(@IdParam() id: number, @Body() { contactId }: MergeInput): Promise<ContactRecord> {
    return this.contacts.merge(id, contactId);
  }
}
