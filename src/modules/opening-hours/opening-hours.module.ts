import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { HolidaysController } from './holidays.controller.js';
import { holidays } from './holidays.resource.js';
import { HolidaysService } from './holidays.service.js';
import { OpeningHours } from './opening-hours.service.js';

@Module({
  imports: [CompaniesModule, SettingsModule],
  ...resourceModule(holidays, {
    service: HolidaysService,
    controllers: [HolidaysController],
    providers: [OpeningHours],
    exports: [OpeningHours],
  }),
})
export class OpeningHoursModule {}
