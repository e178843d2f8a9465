import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { ContactsFileInput } from '../contacts.dto.js';
import type { FoundColumn } from './contact-import.entity.js';
import { ContactImportsService } from './contact-imports.service.js';
import type { ImportView } from './file-import-list.service.js';

@Controller('contacts')
export class ContactImportsController {
  constructor(private readonly imports: ContactImportsService) {}

  @Post('import')
  @HttpCode(202)
  @Allow('supervisor')
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ContactsFileInput })
  @ApiOperation({
    summary: 'Import contacts of a CSV file (nome, numero, email, others); answers the import under way',
  })
  start(@Uploads() [file]: readonly UploadedFile[], @Body() { columns }: ContactsFileInput): Promise<ImportView> {
    return this.imports.start(file, columns);
  }

  @Post('import/columns')
  @HttpCode(200)
  @Allow('supervisor')
  @ManualTransaction()
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } })
  @ApiOperation({ summary: 'The columns of a file, what they seem to hold and their first values; imports nothing' })
  columns(@Uploads() [file]: readonly UploadedFile[]): Promise<readonly FoundColumn[]> {
    return this.imports.columnsOf(file);
  }

  @Get('imports')
  @Allow('supervisor')
  @ApiOperation({ summary: 'The newest imports' })
  list(): Promise<ImportView[]> {
    return this.imports.list();
  }

  @Get('imports/:id')
  @Allow('supervisor')
  @ApiOperation({ summary: 'How far an import is, and what became of its lines' })
  get(@IdParam() id: number): Promise<ImportView> {
    return this.imports.get(id);
  }

  @Get('imports/:id/refused')
  @Allow('supervisor')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The refused lines with all their columns and the reason, as CSV; kept for 30 days' })
  async refused(@IdParam() id: number, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.imports.refused(id);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'recusados.csv').send(table);
  }
}
