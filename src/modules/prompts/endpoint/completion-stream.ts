export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as far as the model wrote it. */
  readonly arguments: string;
}

export interface ChatUsage {
  /** Tokens that the model read and wrote. */
  readonly input: number;
  readonly output: number;
}

export interface ChatCompletion {
  readonly text: string;
  readonly toolCalls: readonly ChatToolCall[];
  readonly usage: ChatUsage;
}

/** One event of the stream, as servers send it. */
export interface ChatStreamEvent {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index?: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

const maxToolCalls = 8;
/** Of most models and languages, for servers that count no tokens. */
const charactersPerToken = 4;

/** An answer that is put together from the parts of its stream. */
export class PartialCompletion {
  private text = '';
  private readonly toolCalls: { id: string; name: string; arguments: string }[] = [];
  private usage: ChatUsage | undefined;
  finished = false;

  add({ choices, usage }: ChatStreamEvent): void {
    if (usage) this.usage = { input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 };
    const [choice] = choices ?? [];
    if (!choice) return;
    if (choice.finish_reason) this.finished = true;
    this.text += choice.delta?.content ?? '';
    for (const part of choice.delta?.tool_calls ?? []) {
      const index = part.index ?? 0;
      if (index > this.toolCalls.length || index >= maxToolCalls) continue;
      const call = this.toolCalls[index] ?? { id: part.id ?? `call_${index}`, name: '', arguments: '' };
      call.name += part.function?.name ?? '';
      call.arguments += part.function?.arguments ?? '';
      this.toolCalls[index] = call;
    }
  }

  /** @param requestLength characters of the request, from which its tokens are estimated where the server counts none */
  result(requestLength: number): ChatCompletion {
    const written = this.text.length + this.toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
    const estimate = (length: number): number => Math.ceil(length / charactersPerToken);
    return {
      text: this.text.replaceAll('\u0000', '').trim(),
      toolCalls: this.toolCalls,
      usage: this.usage ?? { input: estimate(requestLength), output: estimate(written) },
    };
  }
}
