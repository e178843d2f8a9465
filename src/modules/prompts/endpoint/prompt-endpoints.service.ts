import { Injectable } from '@nestjs/common';
import { SecretCipher } from '../../../core/crypto/secret-cipher.js';
import { Db } from '../../../core/database/db.js';
import type { Prompt } from '../prompt.entity.js';
import { promptColumn } from '../prompts.secrets.js';
import { AssistantUsage } from '../usage/assistant-usage.service.js';
import { ChatCompletions, type ChatRequest } from './chat-completions.service.js';
import type { ChatCompletion } from './completion-stream.js';

/** Seconds that an answer may take in all. */
const answerSeconds = 30;

export const answerDeadline = (): number => Date.now() + answerSeconds * 1000;

/** Asks the endpoint of a prompt, and counts what that took. */
@Injectable()
export class PromptEndpoints {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
    private readonly completions: ChatCompletions,
    private readonly usage: AssistantUsage,
  ) {}

  /** Outside of any transaction. @throws CompletionFailed */
  async ask(prompt: Prompt, request: ChatRequest): Promise<ChatCompletion> {
    const { url, model, maxTokens, temperature, apiKey } = prompt;
    const key = apiKey && this.cipher.decrypt(apiKey, promptColumn(prompt));
    const completion = await this.completions.complete({ url, model, maxTokens, temperature, key }, request);
    await this.db.runAs(prompt.companyId, () => this.usage.record(prompt, completion.usage));
    return completion;
  }
}
