export interface AccessHours {
  weekdayEn: string;
  startTime: string;
  endTime: string;
}

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** Gives the working days all hours of the first line's day. */
export function copiedToWorkdays(rows: readonly AccessHours[]): AccessHours[] {
  const shifts = rows.filter(({ weekdayEn }) => weekdayEn === rows[0]?.weekdayEn);
  const others = rows.filter(({ weekdayEn }) => !workdays.includes(weekdayEn));
  return [...workdays.flatMap((weekdayEn) => shifts.map((shift) => ({ ...shift, weekdayEn }))), ...others];
}
