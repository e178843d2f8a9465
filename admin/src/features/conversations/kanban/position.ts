/** Positions are decimal numbers of any length, as text; near ones differ beyond what a number holds. */
const SURELY_DIFFERENT = 0.00001;

const decimals = (position: string) => position.split('.')[1]?.length ?? 0;

function scaled(position: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = position.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Negative: `a` is lower. */
export function comparePositions(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (Math.abs(difference) > SURELY_DIFFERENT || a === b) return difference;
  const digits = Math.max(decimals(a), decimals(b));
  const exact = scaled(a, digits) - scaled(b, digits);
  return exact === 0n ? 0 : exact > 0n ? 1 : -1;
}

/** Where the server will about put a card between these; undefined: it is the first or the last. */
export function positionBetween(above: string | undefined, below: string | undefined): string {
  if (above === undefined) return String(Math.max(Date.now() / 1000, below === undefined ? 0 : Number(below) + 1));
  if (below === undefined) return String(Number(above) - 1);
  const digits = Math.max(decimals(above), decimals(below)) + 1;
  const middle = String((scaled(above, digits) + scaled(below, digits)) / 2n).padStart(digits + 1, '0');
  return `${middle.slice(0, -digits)}.${middle.slice(-digits)}`;
}
