/** Days of a period to choose from (spec 001 §2); 0 is none. */
export const periods = [0, 3, 7, 15, 30, 60, 90] as const;

/** Minutes as hours and minutes. */
export function hoursAndMinutes(minutes: number | null): string {
  if (minutes === null) return '—';
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}h ${String(whole % 60).padStart(2, '0')}m`;
}

/** A bound of the histograms: minutes, or hours. */
export const boundText = (minutes: number): string => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`);

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.round((100 * part) / whole)} %`;
