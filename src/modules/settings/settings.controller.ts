import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow } from '../../core/access/decorators.js';
import { SettingInput } from './settings.dto.js';
import { Settings, type SettingsForm, type SettingValue } from './settings.service.js';

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
  @ApiOperation({ summary: 'What the page of settings asks for, in groups; the values are those of GET /settings' })
  form(): SettingsForm {
    return this.settings.form();
  }

  @Put(':key')
  @Allow('admin')
  @ApiOperation({ summary: 'Change one setting' })
  update(@Param('key') key: string, @Body() { value }: SettingInput): Promise<SettingValue> {
    return this.settings.update(key, value ?? '');
  }
}
