import { Body, Controller, Get, Header, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow } from '../../../../core/access/decorators.js';
import type { FieldView } from '../../../../core/resource/field-meta.js';
import { SettingInput } from '../settings.dto.js';
import type { SettingValue } from './settings.queries.js';
import { SettingsService } from './settings.service.js';

@Controller('settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

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

  @Get(':key')
  @Allow('user')
  @ApiOperation({ summary: 'The value of one setting alone; an empty text where there is none that the caller sees' })
  @Header('content-type', 'application/json; charset=utf-8')
  async get(@Param('key') key: string): Promise<string> {
    return JSON.stringify((await this.settings.list()).find((setting) => setting.key === key)?.value ?? '');
  }

  @Put(':key')
  @Allow('admin')
  @ApiOperation({ summary: 'Change one setting' })
  update(@Param('key') key: string, @Body() { value }: SettingInput): Promise<SettingValue> {
    return this.settings.update(key, value ?? '');
  }
}
