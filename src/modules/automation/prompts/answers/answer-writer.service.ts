import { Injectable } from '@nestjs/common';
import { type ChatMessage, UnusableCompletion } from '../endpoint/chat-completions.service.js';
import type { ChatUsage } from '../endpoint/completion-stream.js';
import { endpointFailures } from '../endpoint/endpoint-failures.js';
import { answerDeadline, PromptEndpointsService } from '../endpoint/prompt-endpoints.service.js';
import type { Prompt } from '../prompt.entity.js';
import { readAnswerText, revealsInstructions } from './answer-text.js';
import type { ConversationLine, WaitingConversation } from './answers.queries.js';
import { callTool, type PlannedActions, type ToolScope, toolsOf } from './assistant-tools.js';
import { messageMarks } from './message-marks.policy.js';
import { PicturesService } from './pictures.service.js';
import { chatMessages, firstMessages, type Passage, systemPrompt } from './system-prompt.js';

/** The data for an answer. */
export interface Question extends ToolScope {
  readonly prompt: Prompt;
  readonly conversation: WaitingConversation;
  readonly lines: readonly ConversationLine[];
  /** Further facts about the company, one per line. */
  readonly facts: readonly string[];
  readonly passages: readonly Passage[];
}

export interface WrittenAnswer {
  readonly text: string;
  readonly actions: PlannedActions;
  /** The passages that the answer names as its sources. */
  readonly cited: readonly Passage[];
  /** Tokens of all calls for it. */
  readonly usage: ChatUsage;
}

/** The data for the first text of a conversation. */
export interface Opening extends Pick<WaitingConversation, 'company' | 'contact' | 'now'> {
  /** Facts about the company, one per line. */
  readonly facts: readonly string[];
  /** Facts about the contact, one per line. */
  readonly details: readonly string[];
}

/** The first text of a conversation. */
export interface WrittenOpening {
  readonly text: string;
  /** Tokens that the model read and wrote for it. */
  readonly usage: ChatUsage;
}

/** Maximum of calls of the endpoint for one answer; the last call may not use tools. */
const maxRounds = 4;

/** Writes an answer with the model of a prompt. Only its cost is stored, and no action is executed. */
@Injectable()
export class AnswerWriterService {
  constructor(
    private readonly endpoints: PromptEndpointsService,
    private readonly pictures: PicturesService,
  ) {}

  /** Call it outside of any transaction; takes at most 30 seconds. @throws CompletionFailed */
  async write({ prompt, conversation, lines, facts, passages, ...scope }: Question): Promise<WrittenAnswer> {
    const deadline = answerDeadline();
    const actions: PlannedActions = { tagIds: new Set() };
    const tools = toolsOf(scope);
    const messages: ChatMessage[] = [
      {
        role: 'system',
        content: systemPrompt(prompt.prompt, {
          ...conversation,
          facts,
          passages,
          hasTools: !prompt.refused.includes('tools'),
        }),
      },
      ...chatMessages(lines, prompt.refused.includes('image') ? undefined : await this.pictures.of(lines)),
    ];
    const earlier = lines.filter(({ fromMe }) => fromMe).map(({ body }) => body);
    let usage: ChatUsage = { input: 0, output: 0 };
    let spoken = '';
    for (let round = 1; ; round += 1) {
      const offered = round < maxRounds ? tools : [];
      const {
        text: written,
        toolCalls,
        usage: used,
      } = await this.endpoints.ask(prompt, { messages, tools: offered, deadline });
      usage = { input: usage.input + used.input, output: usage.output + used.output };
      // some models write the text together with a tool call and nothing afterwards
      spoken = written || spoken;
      if (toolCalls.length === 0 || round === maxRounds)
        return { ...finish(spoken, { prompt, actions, passages, earlier }), usage };
      messages.push({ role: 'assistant', content: written, toolCalls });
      for (const call of toolCalls)
        messages.push({ role: 'tool', toolCallId: call.id, content: await callTool(tools, call, actions) });
    }
  }

  /** The first text of a conversation; outside of any transaction, within 30 seconds. @throws CompletionFailed */
  async writeFirst(prompt: Prompt, { facts, details, ...about }: Opening): Promise<WrittenOpening> {
    const messages = firstMessages(systemPrompt(prompt.prompt, { ...about, facts }), details);
    const written = await this.endpoints.ask(prompt, { messages, deadline: answerDeadline() });
    const { text } = finish(written.text, { prompt, actions: { tagIds: new Set() } });
    if (text === '') throw new UnusableCompletion(endpointFailures.noText);
    return { text, usage: written.usage };
  }
}

interface AnswerContext {
  readonly prompt: Prompt;
  readonly actions: PlannedActions;
  readonly passages?: readonly Passage[];
  /** What the company has said before. */
  readonly earlier?: readonly string[];
}

function finish(
  written: string,
  { prompt, actions, passages = [], earlier = [] }: AnswerContext,
): Omit<WrittenAnswer, 'usage'> {
  const { text: marked, transfers } = readAnswerText(written);
  if (transfers) actions.transferTo ??= null;
  const cited = new Set<Passage>();
  const uncited = marked.replace(/ ?\[(\d{1,2})\]/g, (mark, number: string) => {
    const passage = passages[Number(number) - 1];
    if (passage) cited.add(passage);
    return passage ? '' : mark;
  });
  const text = messageMarks(uncited);
  if (revealsInstructions(text, prompt.prompt, earlier)) throw new UnusableCompletion(endpointFailures.revealing);
  const ends = actions.close || actions.transferTo !== undefined;
  if (text === '' && !ends) throw new UnusableCompletion(endpointFailures.noText);
  return { text, actions, cited: [...cited] };
}
