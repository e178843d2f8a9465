/** A part of a whole with at most one decimal; a dash where the whole is nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString('pt-BR', { maximumFractionDigits: 1 })}\u00a0%`;
