import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, IdParam, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { ContactsFileInput } from '../../contacts/contacts.dto.js';
import type { FoundColumn } from '../../contacts/import-export/contact-import.entity.js';
import type { ImportView } from '../../contacts/import-export/file-import-list.service.js';
import { ContactListImportsService } from '../import/contact-list-imports.service.js';
import type { CopiedContacts } from '../queries/contact-lists.queries.js';
import { type AddedToList, ContactListsService } from './contact-lists.service.js';

@ApiTags('contact-lists')
@Controller('contact-lists')
@Allow('admin')
@Plan('useCampaigns')
export class ContactListsController {
  constructor(
    private readonly lists: ContactListsService,
    private readonly imports: ContactListImportsService,
  ) {}

  @Post(':id/upload')
  @HttpCode(202)
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ContactsFileInput })
  @ApiOperation({
    summary: 'Import a CSV or XLSX file (nome, numero, email, variables) into a list; answers the import under way',
  })
  upload(
    @IdParam() id: number,
    @Uploads() [file]: readonly UploadedFile[],
    @Body() { columns }: ContactsFileInput,
  ): Promise<ImportView> {
    return this.imports.start(id, file, columns);
  }

  @Post('import/columns')
  @HttpCode(200)
  @ManualTransaction()
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } })
  @ApiOperation({ summary: 'The columns of a file, what they seem to hold and their first values; imports nothing' })
  columns(@Uploads() [file]: readonly UploadedFile[]): Promise<readonly FoundColumn[]> {
    return this.imports.columnsOf(file);
  }

  @Get(':id/imports')
  @ApiOperation({ summary: 'The newest imports into a list' })
  listImports(@IdParam() id: number): Promise<ImportView[]> {
    return this.imports.list(id);
  }

  @Get('imports/:id')
  @ApiOperation({ summary: 'How far an import is, and what became of its lines' })
  getImport(@IdParam() id: number): Promise<ImportView> {
    return this.imports.get(id);
  }

  @Get('imports/:id/refused')
  @ManualTransaction()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The lines that are not on the list, with their reasons, as CSV; kept for 30 days' })
  async refused(@IdParam() id: number, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.imports.refused(id);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'recusados.csv').send(table);
  }

  @Post(':id/contacts')
  @HttpCode(200)
  @ApiQuery({ name: 'searchParam', required: false })
  @ApiQuery({ name: 'filter', required: false, description: 'As of GET /contacts: JSON with q, tagIds, dateStart, …' })
  @ApiOperation({ summary: 'Put the contacts on a list that GET /contacts finds for the query' })
  addContacts(
    @IdParam() id: number,
    @Query() query: Record<string, unknown>,
  ): Promise<AddedToList & Pick<CopiedContacts, 'unreachable'>> {
    return this.lists.addContacts(id, query);
  }
}
