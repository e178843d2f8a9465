import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction } from '../../core/access/decorators.js';
import { Context } from '../../core/context.js';
import { t } from '../../core/i18n.js';
import { attachmentHeaders } from '../../core/resource/csv-exporter.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { EraseInput, MergeInput } from './contact-care.dto.js';
import { ContactErasure } from './contact-erasure.service.js';
import { ContactExport } from './contact-export.js';
import { PersonalData } from './personal-data.js';

const erased = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@ApiTags('contacts')
@Controller('contacts')
export class ContactPrivacyController {
  constructor(
    private readonly context: Context,
    private readonly contacts: ContactsService,
    private readonly exports: ContactExport,
    private readonly personalData: PersonalData,
    private readonly erasure: ContactErasure,
  ) {}

  @Get('export')
  @Allow('supervisor')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'All contacts as CSV: UTF-8 with a mark, semicolons, formulas defused' })
  async export(@Res() reply: FastifyReply): Promise<void> {
    const table = await this.exports.csv();
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'contatos.csv').send(table);
  }

  @Get(':id/personal-data')
  @Allow('admin')
  @ManualTransaction()
  @ApiOperation({ summary: 'Everything kept of one contact, as a JSON document' })
  async disclose(@IdParam() id: number, @Res() reply: FastifyReply): Promise<void> {
    const document = await this.personalData.json(id);
    void attachmentHeaders(reply, 'application/json; charset=utf-8', `contato-${id}.json`).send(document);
  }

  @Post(':id/merge')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Make one contact of two: the older stays, and is answered' })
  merge(@IdParam() id: number, @Body() { contactId }: MergeInput): Promise<object> {
    return this.contacts.merge(id, contactId);
  }

  @Post(':id/erase')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Remove everything personal of a contact; its number confirms it' })
  async erase(@IdParam() id: number, @Body() { number }: EraseInput): Promise<{ message: string }> {
    await this.erasure.erase(id, number);
    return { message: erased[this.context.locale] };
  }
}
