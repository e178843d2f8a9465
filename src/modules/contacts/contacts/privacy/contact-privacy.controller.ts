import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { t } from '../../../../core/i18n.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { EraseInput } from '../contacts.dto.js';
import { ContactErasureService } from './contact-erasure.service.js';
import { PersonalDataService } from './personal-data.service.js';

const erased = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@Controller('contacts')
export class ContactPrivacyController {
  constructor(
    private readonly context: Context,
    private readonly personalData: PersonalDataService,
    private readonly erasure: ContactErasureService,
  ) {}

  @Get(':id/personal-data')
  @Allow('admin')
  @ManualTransaction()
  @ApiOperation({ summary: 'Everything kept of one contact, as a JSON document' })
  async disclose(@IdParam() id: number, @Res() reply: FastifyReply): Promise<void> {
    const document = await this.personalData.json(id);
    void attachmentHeaders(reply, 'application/json; charset=utf-8', `contato-${id}.json`).send(document);
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
