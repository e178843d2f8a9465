import { Module } from '@nestjs/common';
import './settings.acts.js';
import { SettingsController } from './settings.controller.js';
import './settings.page.js';
import { Settings } from './settings.service.js';
import { SettingSteps } from './settings.steps.js';

@Module({ controllers: [SettingsController], providers: [Settings, SettingSteps], exports: [Settings] })
export class SettingsModule {}
