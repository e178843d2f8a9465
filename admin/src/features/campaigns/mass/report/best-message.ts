interface MessageFigures {
  readonly message: number;
  readonly sent: number;
  readonly replied: number;
}

export interface BestMessage {
  readonly best: MessageFigures;
  readonly second: MessageFigures;
  /** From 0 to 1: how unlikely such a difference is between equally good messages (two-proportion z-test). */
  readonly confidence: number;
}

/** Fewer than this say nothing about a share. */
const minSent = 30;

/** Abramowitz and Stegun 7.1.26, exact to 1.5e-7. */
function erf(x: number): number {
  const k = 1 / (1 + 0.3275911 * x);
  const sum = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429].reduceRight(
    (total, factor) => k * (factor + total),
    0,
  );
  return 1 - sum * Math.exp(-x * x);
}

/** The message with the greatest share of replies, compared with the next one; null while too few were sent or replied to. */
export function bestMessage(messages: readonly MessageFigures[]): BestMessage | null {
  const share = ({ sent, replied }: MessageFigures) => replied / sent;
  const [best, second] = messages
    .filter(({ sent }) => sent >= minSent)
    .toSorted((a, b) => share(b) - share(a) || a.message - b.message);
  if (!best || !second || best.replied === 0) return null;
  const pooled = (best.replied + second.replied) / (best.sent + second.sent);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / best.sent + 1 / second.sent));
  const z = deviation === 0 ? 0 : (share(best) - share(second)) / deviation;
  return { best, second, confidence: erf(z / Math.SQRT2) };
}
