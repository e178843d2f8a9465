import { Module } from '@nestjs/common';
import './settings.audit.js';
import { SettingsController } from './settings.controller.js';
import './settings.page.js';
import { SettingsListener } from './settings.listener.js';
import { Settings } from './settings.service.js';

@Module({ controllers: [SettingsController], providers: [Settings, SettingsListener], exports: [Settings] })
export class SettingsModule {}
