import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { QuickMessageMediaInput } from '../quick-messages.dto.js';
import { type QuickMessageRecord, QuickMessagesService } from './quick-messages.service.js';

const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');
const done = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

@Controller('quick-messages')
export class QuickMessagesController {
  constructor(
    private readonly messages: QuickMessagesService,
    private readonly context: Context,
  ) {}

  @Post(':id/media-upload')
  @HttpCode(200)
  @Allow('user')
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Give a quick message its file; the one before is removed' })
  attach(
    @IdParam() id: number,
    @Body() _input: QuickMessageMediaInput,
    @Uploads() [file]: readonly UploadedFile[],
  ): Promise<QuickMessageRecord> {
    if (!file) throw coreErrors.ERR_VALIDATION({ fields: { file: noFile } });
    return this.messages.setMedia(id, file);
  }

  @Delete(':id/media-upload')
  @Allow('user')
  @ApiOperation({ summary: 'Take the file of a quick message away' })
  async detach(@IdParam() id: number): Promise<{ message: string }> {
    await this.messages.setMedia(id, null);
    return { message: done[this.context.locale] };
  }
}
