import { formatDate, formatTime } from '../../../../shared/format';

/** When a campaign outside of its hours sends again, as a text key with its values. */
export function resumption(at: string, now = new Date()): [key: string, values: { at: string; date: string }] {
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  // a day with a change of the clock has 23 or 25 hours
  const days = Math.round((midnight(new Date(at)) - midnight(now)) / 86_400_000);
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later';
  return [`campaigns.report.resumes_${when}`, { at: formatTime(at), date: formatDate(at) }];
}
