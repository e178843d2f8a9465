/** A command instead of a text in a bubble or an answer, like `#{"queueId":3}` (behaviour.md §7). */
export interface IntegrationCommand {
  readonly queueId?: number;
  readonly userId?: number;
  readonly stopBot?: boolean;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** undefined: the text is sent as a message. `null`: it looks like a command but is not a valid one. */
export function commandOf(text: string): IntegrationCommand | null | undefined {
  const [, json] = /^#(\{.*\})$/s.exec(text.trim()) ?? [];
  if (json === undefined) return undefined;
  const members = parse(json);
  const { queueId, userId, stopBot } = members;
  const command = {
    ...(isId(Number(queueId)) ? { queueId: Number(queueId) } : {}),
    ...(isId(Number(userId)) ? { userId: Number(userId) } : {}),
    ...(stopBot === true ? { stopBot } : {}),
  };
  return Object.keys(command).length > 0 ? command : null;
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return {};
  }
}
