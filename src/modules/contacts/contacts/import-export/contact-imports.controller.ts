import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
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
  @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } })
  @ApiOperation({
    summary: 'Import contacts of a CSV file (nome, numero, email, others); answers the import under way',
  })
  start(@Uploads() [file]: readonly UploadedFile[]): Promise<ImportView> {
    return this.imports.start(file);
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
}
