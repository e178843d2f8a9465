import { Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, Plan } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { ScheduleMediaInput } from '../schedules.dto.js';
import { type ScheduleRecord, SchedulesService } from './schedules.service.js';

const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');
const done = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@Controller('schedules')
@Plan('useSchedules')
export class SchedulesController {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly context: Context,
  ) {}

  @Post(':id/media-upload')
  @HttpCode(200)
  @Allow('user')
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ScheduleMediaInput })
  @ApiOperation({ summary: 'Give a scheduled message its picture (png or jpg); the file before is removed' })
  attachPicture(@IdParam() id: number, @Uploads() files: readonly UploadedFile[]): Promise<ScheduleRecord> {
    return this.schedules.setMedia(id, fileOf(files), { picture: true });
  }

  @Post(':id/attachment')
  @HttpCode(200)
  @Allow('user')
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ScheduleMediaInput })
  @ApiOperation({ summary: 'Give a scheduled message a file that its channel takes; the one before is removed' })
  attach(@IdParam() id: number, @Uploads() files: readonly UploadedFile[]): Promise<ScheduleRecord> {
    return this.schedules.setMedia(id, fileOf(files), { picture: false });
  }

  @Delete(':id/media-upload')
  @Allow('user')
  @ApiOperation({ summary: 'Take the file of a scheduled message away' })
  async detach(@IdParam() id: number): Promise<{ message: string }> {
    await this.schedules.setMedia(id, null, { picture: false });
    return { message: done[this.context.locale] };
  }
}

function fileOf([file]: readonly UploadedFile[]): UploadedFile {
  if (!file) throw coreErrors.ERR_VALIDATION({ fields: { file: noFile } });
  return file;
}
