import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { HolidaysController } from './holidays/holidays.controller.js';
import { HolidaysService } from './holidays/holidays.service.js';
import { holidays } from './holidays.resource.js';
import { OpeningHoursService } from './opening/opening-hours.service.js';

@Module({
  imports: [CompaniesModule, SettingsModule],
  ...resourceModule(holidays, {
    service: HolidaysService,
    controllers: [HolidaysController],
    providers: [OpeningHoursService],
    exports: [OpeningHoursService],
  }),
})
export class OpeningHoursModule {}
