/** A line of an order; values that are not known are null. */
export interface OrderLine {
  readonly name: string | null;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** An amount in Brazilian notation; undefined when there is none. */
export function moneyWords(amount: number | null, currency: string | null): string | undefined {
  if (amount === null) return undefined;
  const known = currency !== null && /^[A-Z]{3}$/.test(currency);
  const form = { minimumFractionDigits: 2, ...(known ? ({ style: 'currency', currency } as const) : {}) };
  return new Intl.NumberFormat('pt-BR', form).format(amount).replaceAll('\u00a0', ' ');
}

const maxLines = 50;

/** The sum of an order; null unless all lines have a price in one currency. */
export function orderTotal(lines: readonly OrderLine[]): { amount: number; currency: string | null } | null {
  const [first] = lines;
  if (!first || !lines.every(({ price, currency }) => price !== null && currency === first.currency)) return null;
  const amount = lines.reduce((total, { quantity, price }) => total + (quantity ?? 1) * (price ?? 0), 0);
  return { amount, currency: first.currency };
}

/** The order as a text: its lines, their sum when all have a price in one currency, and the customer's note. */
export function orderWords(lines: readonly OrderLine[], note: string | null): string {
  const listed = lines.slice(0, maxLines).map(({ name, quantity, price, currency }) => {
    const money = moneyWords(price, currency);
    return `${quantity ?? 1} × ${name ?? 'item'}${money === undefined ? '' : ` (${money})`}`;
  });
  const total = orderTotal(lines);
  return [
    ['Pedido', listed.join(', ')].filter((part) => part !== '').join(': '),
    ...(lines.length > maxLines ? [`e mais ${lines.length - maxLines} itens`] : []),
    ...(total ? [`Total: ${moneyWords(total.amount, total.currency)}`] : []),
    ...(note === null ? [] : [note]),
  ].join('\n');
}
