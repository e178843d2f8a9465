import { Injectable } from '@nestjs/common';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { t } from '../../core/i18n.js';
import './companies.audit.js';
import { WorkingHoursChanged } from './companies.events.js';
import { companies } from './companies.resource.js';
import { Company } from './company.entity.js';
import { defaultWorkingHours, type WorkingDay, weekdays } from './working-hours.dto.js';

/** A day in the form of the specification: its name in the caller's language too. */
export interface WorkingDayView extends WorkingDay {
  readonly weekday: string;
}

export interface WorkingHoursView {
  readonly id: number;
  readonly schedules: readonly WorkingDayView[];
}

const endsFirst = t(
  'O fim não pode ser antes do início',
  'The end cannot be before the start',
  'El fin no puede ser antes del inicio',
);

/** When a company answers, day by day of the week (spec 002 §4). */
@Injectable()
export class WorkingHours {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** @throws 404 also for another company's */
  async get(companyId: number): Promise<WorkingHoursView> {
    return this.toView(await this.find(companyId));
  }

  /** Changes the days that are given. @throws 404, 400 for a day that ends before it starts */
  async update(companyId: number, days: readonly WorkingDay[]): Promise<WorkingHoursView> {
    const company = await this.find(companyId);
    // HH:mm sorts as text
    if (days.some(({ startTime, endTime }) => endTime < startTime))
      throw coreErrors.ERR_VALIDATION({ fields: { schedules: endsFirst } });
    const given = new Map(
      days.map(({ weekdayEn, startTime, endTime }) => [weekdayEn, { weekdayEn, startTime, endTime }]),
    );
    const before = company.schedules ?? defaultWorkingHours;
    const after = before.map((day) => given.get(day.weekdayEn) ?? day);
    if (JSON.stringify(before) === JSON.stringify(after)) return this.toView(company);
    company.schedules = after;
    await this.db.em.flush();
    this.audit.record('company.hoursChanged', null);
    this.events.emit(new WorkingHoursChanged(companyId));
    return this.toView(company);
  }

  private async find(id: number): Promise<Company> {
    const company = await this.db.em.findOne(Company, { id });
    if (!company) throw companies.notFound();
    return company;
  }

  private toView({ id, schedules }: Company): WorkingHoursView {
    const { locale } = this.context;
    const days = schedules ?? defaultWorkingHours;
    return { id, schedules: days.map((day) => ({ ...day, weekday: weekdays[day.weekdayEn][locale] })) };
  }
}
