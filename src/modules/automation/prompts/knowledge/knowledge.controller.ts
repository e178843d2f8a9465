import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, Plan } from '../../../../core/access/decorators.js';
import { Upload, type UploadedFile, Uploads } from '../../../../core/requests/upload.js';
import { KnowledgeFileInput } from './knowledge.dto.js';
import { KnowledgeService } from './knowledge.service.js';
import type { KnowledgeRecord } from './knowledge-records.service.js';

@Controller('knowledge')
@Plan('useAiActive')
export class KnowledgeController {
  constructor(private readonly sources: KnowledgeService) {}

  @Post(':id/media-upload')
  @HttpCode(200)
  @Allow('admin')
  @Upload({ field: 'file', maxFiles: 1 })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: KnowledgeFileInput })
  @ApiOperation({ summary: 'Give a source its file (PDF, DOCX, MD, TXT, CSV); the one before is removed' })
  attach(@IdParam() id: number, @Uploads() [file]: readonly UploadedFile[]): Promise<KnowledgeRecord> {
    return this.sources.setFile(id, file);
  }

  @Post(':id/read')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Read a source again, as after a change of its page' })
  readAgain(@IdParam() id: number): Promise<KnowledgeRecord> {
    return this.sources.readAgain(id);
  }
}
