const at = (day: Date, days: number, hour: number) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour);

/** The times that are offered for a message to be sent later, on the browser's clock, without those that are over. */
export function soonTimes(now: Date) {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const times = [
    { name: 'hour', at: new Date(now.getTime() + 3_600_000) },
    { name: 'today', at: at(now, 0, 17) },
    { name: 'tomorrow', at: at(now, 1, 9) },
    { name: 'monday', at: at(now, toMonday, 9) },
  ] as const;
  // on Sundays tomorrow is Monday
  return times.filter((time) => time.at > now && !(time.name === 'monday' && toMonday === 1));
}
