import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import type { FieldView } from '../../core/resource/field-meta.js';
import { SettingInput } from './settings.dto.js';
import { Settings, type SettingValue } from './settings.service.js';

@Controller('settings')
export class SettingsController {
  constructor(private readonly settings: Settings) {}

  @Get()
  @Allow('user')
  @ApiOperation({ summary: 'Settings of the company' })
  list(): Promise<SettingValue[]> {
    return this.settings.list();
  }

  @Get('form')
  @Allow('admin')
  @ApiOperation({
    summary: 'The fields of the page of settings, as in GET /resources; the values are those of GET /settings',
  })
  form(): FieldView[] {
    return this.settings.form();
  }

  @Put(':key')
  @Allow('admin')
  @ApiOperation({ summary: 'Change one setting' })
  update(@Param('key') key: string, @Body() { value }: SettingInput): Promise<SettingValue> {
    return this.settings.update(key, value ?? '');
  }
}
