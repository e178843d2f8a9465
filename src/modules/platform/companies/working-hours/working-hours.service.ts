import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { type Locale, type Localized, t } from '../../../../core/i18n.js';
import { CompanyAccessChanged, WorkingHoursChanged } from '../companies.events.js';
import { companies } from '../companies.resource.js';
import { Company } from '../company.entity.js';
import {
  defaultWorkingHours,
  type OpeningDay,
  type OpeningDayInput,
  type WorkingHoursInput,
  weekdays,
} from './working-hours.dto.js';
import { knownTimeZone } from './working-hours.queries.js';

/** A day in the specification's form, which includes its name in the caller's language. */
export interface WorkingDayView extends OpeningDay {
  readonly weekday: string;
}

export interface WorkingHoursView {
  readonly id: number;
  readonly schedules: readonly WorkingDayView[];
  /** The IANA name of the time zone for hours, days and reports of the company. */
  readonly timezone: string;
}

const unknownZone = t('Fuso horário desconhecido', 'Unknown time zone', 'Zona horaria desconocida');
const bothTimes = t(
  'Informe o início e o fim do segundo turno',
  'Enter start and end of the second shift',
  'Indique el inicio y el fin del segundo turno',
);
const overlapping = t(
  'O segundo turno precisa começar depois do primeiro',
  'The second shift must start after the first',
  'El segundo turno debe empezar después del primero',
);

function isZone(timeZone: string): boolean {
  try {
    Intl.DateTimeFormat(undefined, { timeZone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The field of a day that is wrong, with the reason; HH:mm times can be compared as text. A shift that ends before it
 * begins goes on over midnight.
 */
function faultOf({ startTime, endTime, startTimeB, endTimeB }: OpeningDayInput): [string, Localized] | undefined {
  if (!startTimeB && !endTimeB) return undefined;
  if (!startTimeB || !endTimeB) return [startTimeB ? 'endTimeB' : 'startTimeB', bothTimes];
  const isLater = startTime === endTime || (startTime < endTime && startTimeB >= endTime);
  return isLater ? undefined : ['startTimeB', overlapping];
}

/** Keys in a fixed order, because jsonb reorders them; drops a second shift that ends when it begins. */
const dayOf = ({ weekdayEn, startTime, endTime, startTimeB, endTimeB }: OpeningDayInput): OpeningDay => ({
  weekdayEn,
  startTime,
  endTime,
  ...(startTimeB && endTimeB && startTimeB !== endTimeB ? { startTimeB, endTimeB } : {}),
});

/**
 * The week after some of its days changed; null means the default hours.
 * @throws 400 at the field of a day whose shifts overlap
 */
export function changedWeek(
  before: readonly OpeningDay[] | null,
  days: readonly OpeningDayInput[],
): readonly OpeningDay[] {
  const faults = days.flatMap((day, index) => {
    const [field, text] = faultOf(day) ?? [];
    return field && text ? [[`schedules.${index}.${field}`, text] as const] : [];
  });
  if (faults.length > 0) throw coreErrors.ERR_VALIDATION({ fields: Object.fromEntries(faults) });
  const given = new Map(days.map((day) => [day.weekdayEn, day]));
  return (before ?? defaultWorkingHours).map((day) => dayOf(given.get(day.weekdayEn) ?? day));
}

/** A week with the names of its days. */
export const weekView = (week: readonly OpeningDay[] | null, locale: Locale): WorkingDayView[] =>
  (week ?? defaultWorkingHours).map((day) => ({ ...dayOf(day), weekday: weekdays[day.weekdayEn][locale] }));

/** The working hours of a company, by day of the week (spec 002 §4). */
@Injectable()
export class WorkingHoursService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** @throws 404, also for another company */
  async get(companyId: number): Promise<WorkingHoursView> {
    return this.toView(await this.find(companyId));
  }

  /** Changes the given days and the time zone. @throws 404, 400 by {@link changedWeek} or for an unknown zone */
  async update(companyId: number, { schedules, timezone }: WorkingHoursInput): Promise<WorkingHoursView> {
    const company = await this.find(companyId);
    const { timezone: before } = company;
    const week = changedWeek(company.schedules, schedules);
    const sameHours = isDeepStrictEqual(company.schedules ?? defaultWorkingHours, week);
    if (timezone && timezone !== before) await this.assertKnownZone(timezone);
    company.schedules = week;
    company.timezone = timezone || before;
    await this.db.em.flush();
    if (!sameHours) this.audit.record('company.hoursChanged', null);
    if (company.timezone !== before) {
      this.audit.record('company.timezoneChanged', null, { from: before, to: company.timezone });
      // in the new time zone the due day may already be over
      this.events.emit(new CompanyAccessChanged({ companyId }));
    }
    if (!sameHours || company.timezone !== before) this.events.emit(new WorkingHoursChanged({ companyId }));
    return this.toView(company);
  }

  /** Both Node and PostgreSQL must know the zone: their lists differ, and browsers use some older or newer names. */
  private async assertKnownZone(timezone: string): Promise<void> {
    const known = isZone(timezone) && (await this.db.row(knownTimeZone(timezone)));
    if (!known) throw coreErrors.ERR_VALIDATION({ fields: { timezone: unknownZone } });
  }

  private async find(id: number): Promise<Company> {
    const company = await this.db.em.findOne(Company, { id });
    if (!company) throw companies.notFound();
    return company;
  }

  private toView({ id, schedules, timezone }: Company): WorkingHoursView {
    return { id, timezone, schedules: weekView(schedules, this.context.locale) };
  }
}
