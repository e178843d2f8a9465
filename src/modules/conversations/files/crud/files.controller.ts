import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { FileListUploadInput } from '../files.dto.js';
import { type FileListRecord, FilesService } from './files.service.js';

const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');

@Controller('files')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'All file lists by name, to be sent in conversations' })
  offered(): Promise<FileListRecord[]> {
    return this.files.offered();
  }

  @Post('uploadList/:id')
  @HttpCode(200)
  @Allow('admin')
  @Upload({ field: 'files', maxFiles: 20 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: FileListUploadInput })
  @ApiOperation({ summary: 'Give files of a list their content, or add files' })
  upload(
    @IdParam() id: number,
    @Body() form: Record<string, unknown>,
    @Uploads() uploaded: readonly UploadedFile[],
  ): Promise<FileListRecord> {
    if (uploaded.length === 0) throw coreErrors.ERR_VALIDATION({ fields: { files: noFile } });
    return this.files.upload(id, uploaded, form);
  }
}
