import { formatCount } from '../../shared/format';

/** 45 s, 12 min 30 s, 27 h 05 min; a dash for none. */
export function formatSpan(seconds: number | null): string {
  if (seconds === null) return '–';
  const all = Math.max(0, Math.round(seconds));
  if (all < 60) return `${all} s`;
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  if (hours === 0) return all % 60 === 0 ? `${minutes} min` : `${minutes} min ${all % 60} s`;
  return `${formatCount(hours)} h ${String(minutes).padStart(2, '0')} min`;
}

/** 2,4; a dash for none. */
export const formatRating = (rating: number | null): string =>
  rating === null ? '–' : rating.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
