import { Module } from '@nestjs/common';
import './settings.audit.js';
import { SettingsController } from './crud/settings.controller.js';
import './settings.page.js';
import { SettingsListener } from './crud/settings.listener.js';
import { Settings } from './crud/settings.service.js';

@Module({ controllers: [SettingsController], providers: [Settings, SettingsListener], exports: [Settings] })
export class SettingsModule {}
