import { withoutThoughts } from './thoughts.policy.js';

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, perhaps incomplete. */
  readonly arguments: string;
}

export interface ChatUsage {
  /** Tokens that the model read and wrote. */
  readonly input: number;
  readonly output: number;
}

export interface ChatCompletion {
  /** The text without the model's thoughts; '' when there was nothing else. */
  readonly text: string;
  readonly toolCalls: readonly ChatToolCall[];
  readonly usage: ChatUsage;
}

/** The parts of a text; those of other types are a model's thoughts. */
type ContentPart = { readonly type?: string; readonly text?: unknown } | null;

interface WireDelta {
  readonly content?: string | readonly ContentPart[] | null;
  readonly tool_calls?:
    | readonly {
        readonly index?: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string | object | null };
      }[]
    | null;
}

/** One event of the stream; with `message` it is the whole answer of a server that does not stream. */
export interface ChatStreamEvent {
  readonly choices?:
    | readonly {
        readonly delta?: WireDelta | null;
        readonly message?: WireDelta | null;
        readonly finish_reason?: string | null;
      }[]
    | null;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

const maxToolCalls = 8;
/** Longer than any message can be. */
const maxText = 16_000;
/** An average of models and languages, for servers that do not count tokens. */
const charactersPerToken = 4;
/** Limit for one answer; a greater or missing count is replaced by an estimate. */
const maxTokens = 100_000_000;

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= maxTokens;

/** An answer that is built from the parts of its stream. */
export class PartialCompletion {
  private text = '';
  private readonly toolCalls: { id: string; name: string; arguments: string }[] = [];
  private usage: ChatUsage | undefined;
  /** Whether the server reported the end of the answer. */
  finished = false;

  /** @throws for an event in another form */
  add({ choices, usage }: ChatStreamEvent): void {
    const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
    if (isCount(input) && isCount(output)) this.usage = { input, output };
    const [choice] = choices ?? [];
    if (!choice) return;
    if (choice.finish_reason || choice.message) this.finished = true;
    const { content, tool_calls: calls } = choice.delta ?? choice.message ?? {};
    this.text += textOf(content);
    for (const [position, part] of (calls ?? []).entries()) {
      const index = this.indexOf(part.index ?? position, part.id);
      if (index > this.toolCalls.length || index >= maxToolCalls) continue;
      const call = this.toolCalls[index] ?? { id: part.id || `call_${index}`, name: '', arguments: '' };
      const { name = '', arguments: given } = part.function ?? {};
      call.name += name;
      call.arguments += typeof given === 'object' && given !== null ? JSON.stringify(given) : (given ?? '');
      this.toolCalls[index] = call;
    }
  }

  /** Some servers number every call 0: another id is another call. */
  private indexOf(index: number, id: string | undefined): number {
    const known = this.toolCalls[index];
    if (!id || !known || known.id === id) return index;
    const same = this.toolCalls.findIndex((call) => call.id === id);
    return same === -1 ? this.toolCalls.length : same;
  }

  /** @param requestLength characters of the request, to estimate its tokens if the server does not count them */
  result(requestLength: number): ChatCompletion {
    const written = this.text.length + this.toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
    const estimate = (length: number): number => Math.ceil(length / charactersPerToken);
    return {
      text: withoutThoughts(this.text).slice(0, maxText).replaceAll('\u0000', '').toWellFormed().trim(),
      toolCalls: this.toolCalls,
      usage: this.usage ?? { input: estimate(requestLength), output: estimate(written) },
    };
  }
}

function textOf(content: WireDelta['content']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = (content as readonly ContentPart[]).filter(
    (part) => part?.type === undefined || part.type === 'text' || part.type === 'output_text',
  );
  return parts.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
}
