import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { Settings } from './settings.service.js';
import { SettingSteps } from './settings.steps.js';

@Module({ controllers: [SettingsController], providers: [Settings, SettingSteps], exports: [Settings] })
export class SettingsModule {}
