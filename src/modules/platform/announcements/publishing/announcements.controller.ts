import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, AsPlatform, IdParam } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { AnnouncementMediaInput } from '../announcements.dto.js';
import { type AnnouncementRecord, AnnouncementsService } from './announcements.service.js';

const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');
const done = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@Controller('announcements')
export class AnnouncementsController {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly context: Context,
  ) {}

  @Get('list')
  @Allow('user')
  @ApiOperation({ summary: 'What the company of the caller sees now, the most important and newest first' })
  shown(): Promise<AnnouncementRecord[]> {
    return this.announcements.shown();
  }

  @Post(':id/media-upload')
  @HttpCode(200)
  @Allow('super')
  @AsPlatform()
  @Upload({ field: 'file', maxFiles: 1, platform: true })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: AnnouncementMediaInput })
  @ApiOperation({ summary: 'Give an announcement its picture; the one before is removed' })
  attach(@IdParam() id: number, @Uploads() [file]: readonly UploadedFile[]): Promise<AnnouncementRecord> {
    if (!file) throw coreErrors.ERR_VALIDATION({ fields: { file: noFile } });
    return this.announcements.setMedia(id, file);
  }

  @Delete(':id/media-upload')
  @Allow('super')
  @AsPlatform()
  @ApiOperation({ summary: 'Take the picture of an announcement away' })
  async detach(@IdParam() id: number): Promise<{ message: string }> {
    await this.announcements.setMedia(id, null);
    return { message: done[this.context.locale] };
  }
}
