const MINUTE_MS = 60_000;
/** The composer shows the remaining time from here on. */
const CLOSING_MINUTES = 4 * 60;

export type WindowState = { kind: 'open' } | { kind: 'closing'; minutes: number } | { kind: 'closed' };

export function windowState(until: string | null, now: number): WindowState {
  if (until === null) return { kind: 'open' };
  const left = Date.parse(until) - now;
  if (left <= 0) return { kind: 'closed' };
  const minutes = Math.ceil(left / MINUTE_MS);
  return minutes <= CLOSING_MINUTES ? { kind: 'closing', minutes } : { kind: 'open' };
}

/** 3 h 05 min */
export function remaining(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}
