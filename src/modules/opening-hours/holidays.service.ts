import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { coreErrors, invalidValue } from '../../core/errors/core-errors.js';
import { type Columns, CrudKit, CrudService } from '../../core/resource/crud.service.js';
import { Holiday } from './holiday.entity.js';
import type { HolidayInput } from './holidays.dto.js';
import { holidayErrors, maxHolidays } from './holidays.errors.js';
import { holidays } from './holidays.resource.js';
import { nationalHolidays } from './national-holidays.js';

export interface HolidayRecord extends Columns<Holiday, HolidayInput> {
  /** null: of the whole company. */
  readonly queueId: number | null;
}

@Injectable()
export class HolidaysService extends CrudService<Holiday, HolidayInput, HolidayRecord> {
  constructor(
    kit: CrudKit,
    private readonly clock: Clock,
  ) {
    super(holidays, kit);
  }

  /** @throws 409 ERR_HOLIDAYS_LIMIT, because all of them are read to know whether a company is open */
  override async create(input: HolidayInput): Promise<HolidayRecord> {
    await this.deps.db.lock('holidays', this.deps.context.companyId);
    if ((await this.em.count(Holiday)) >= maxHolidays) throw holidayErrors.ERR_HOLIDAYS_LIMIT();
    return super.create(input);
  }

  /** Adds the national holidays of this year and the next that the company does not have. @returns those added */
  async importNational(): Promise<HolidayRecord[]> {
    await this.deps.db.lock('holidays', this.deps.context.companyId);
    const known = await this.em.find(Holiday, { queueId: null });
    const missing = nationalHolidays(this.clock.now().getUTCFullYear()).filter(
      ({ date }) => !known.some((one) => one.date === date || (one.yearly && one.date.slice(5) === date.slice(5))),
    );
    const added: HolidayRecord[] = [];
    for (const holiday of missing) added.push(await this.create({ ...holiday, queueId: null }));
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
