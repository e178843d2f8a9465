import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { defaultWorkingHours } from '../../../platform/companies/working-hours/working-hours.dto.js';
import { SettingsService } from '../../settings/crud/settings.service.js';
import { calendarOf } from './opening-hours.queries.js';
import { describeWeek, isOpen, nextOpening, type OpeningTimes } from './opening-times.js';

const everyHour = defaultWorkingHours.map((day) => ({ ...day, startTime: '00:00', endTime: '23:59' }));

export interface OpeningStatus {
  readonly open: boolean;
  /** When a closed company opens next; null if it does not within 60 days. */
  readonly nextOpening: Date | null;
}

/** The opening hours of the current company (behaviour.md §6): always open, the company's hours or the department's. */
@Injectable()
export class OpeningHoursService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
  ) {}

  /** If departments have their own hours, a conversation without one is open except on holidays of the company. */
  async status(queueId: number | null, at: Date): Promise<OpeningStatus> {
    const times = await this.timesOf(queueId, at);
    if (!times || isOpen(times, at)) return { open: true, nextOpening: null };
    return { open: false, nextOpening: nextOpening(times, at) };
  }

  /** The hours in Portuguese, for texts to contacts. @example segunda a sexta das 08:00 às 18:00 */
  async describe(queueId: number | null): Promise<string> {
    const times = await this.timesOf(queueId, this.clock.now());
    return times && times.week !== everyHour ? describeWeek(times.week) : 'todos os dias, a qualquer hora';
  }

  /** undefined means always open. */
  private async timesOf(queueId: number | null, at: Date): Promise<OpeningTimes | undefined> {
    const type = await this.settings.get('scheduleType');
    if (type === 'disabled') return undefined;
    const row = await this.db.row(calendarOf(this.context.companyId, queueId, at));
    if (!row) return undefined;
    const { timezone, holidays } = row;
    if (type === 'queue' && queueId === null) return { timezone, holidays, week: everyHour };
    return { timezone, holidays, week: (type === 'queue' ? row.queue : row.company) ?? defaultWorkingHours };
  }
}
