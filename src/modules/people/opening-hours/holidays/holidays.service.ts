import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { coreErrors, invalidValue } from '../../../../core/errors/core-errors.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { Holiday } from '../holiday.entity.js';
import type { HolidayInput } from '../holidays.dto.js';
import { holidayErrors, maxHolidays } from '../holidays.errors.js';
import { holidays } from '../holidays.resource.js';
import { nationalHolidays } from './national-holidays.js';

export interface HolidayRecord extends Columns<Holiday, HolidayInput> {
  /** null applies to the whole company. */
  readonly queueId: number | null;
}

@Injectable()
export class HolidaysService extends CrudService<Holiday, HolidayInput, HolidayRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly clock: Clock,
  ) {
    super(holidays, deps);
  }

  /** @throws 409 ERR_HOLIDAYS_LIMIT, because every check of the opening hours reads all holidays */
  override async create(input: HolidayInput): Promise<HolidayRecord> {
    await this.deps.db.lock('holidays', this.deps.context.companyId);
    if ((await this.em.count(Holiday)) >= maxHolidays) throw holidayErrors.ERR_HOLIDAYS_LIMIT();
    return super.create(input);
  }

  /** Adds the national holidays of this year and the next that the company lacks. @returns the added ones */
  async importNational(): Promise<HolidayRecord[]> {
    await this.deps.db.lock('holidays', this.deps.context.companyId);
    const known: Day[] = await this.em.find(Holiday, { queueId: null });
    const added: HolidayRecord[] = [];
    for (const holiday of nationalHolidays(this.clock.now().getUTCFullYear())) {
      if (known.some((one) => includes(one, holiday))) continue;
      const date = freeDate(holiday.date, known);
      added.push(await this.create({ ...holiday, date, queueId: null }));
      known.push({ ...holiday, date });
    }
    return added;
  }

  protected override async write(holiday: Holiday, input: Partial<HolidayInput>, creating: boolean): Promise<void> {
    const date = input.date?.slice(0, 10);
    // PostgreSQL refuses the 31st of February
    if (date && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date)
      throw coreErrors.ERR_VALIDATION({ fields: { date: invalidValue } });
    await super.write(holiday, { ...input, ...(date ? { date } : {}) }, creating);
  }
}

type Day = Pick<Holiday, 'date' | 'yearly'>;

/** Whether the first holiday covers every day of the other. */
const includes = (one: Day, { date, yearly }: Day): boolean =>
  one.yearly ? one.date.slice(5) === date.slice(5) : !yearly && one.date === date;

/** The date, moved to the first year in which no holiday has it; a yearly holiday is valid in every year. */
function freeDate(date: string, known: readonly Day[]): string {
  if (!known.some((one) => one.date === date)) return date;
  return freeDate(`${Number(date.slice(0, 4)) + 1}${date.slice(4)}`, known);
}
