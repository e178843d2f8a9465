import { Injectable } from '@nestjs/common';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { rememberRefused } from '../crud/prompts.queries.js';
import { Prompt } from '../prompt.entity.js';
import { AssistantUsageService } from '../usage/assistant-usage.service.js';
import { ChatCompletionsService, type ChatRequest, CompletionFailed, isRefusable } from './chat-completions.service.js';
import type { ChatCompletion, ChatUsage } from './completion-stream.js';
import { endpointFailures } from './endpoint-failures.js';

/** Maximum duration of an answer in seconds. */
const answerSeconds = 30;

export const answerDeadline = (): number => Date.now() + answerSeconds * 1000;

/** Calls the endpoint of a prompt and records the tokens used. */
@Injectable()
export class PromptEndpointsService {
  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
    private readonly completions: ChatCompletionsService,
    private readonly usage: AssistantUsageService,
  ) {}

  /** Call it outside of any transaction. @throws CompletionFailed, also once the month's ceiling is reached */
  async ask(prompt: Prompt, request: ChatRequest): Promise<ChatCompletion> {
    const { companyId, url, model, maxTokens, temperature, apiKey } = prompt;
    if (await this.db.runAs(companyId, () => this.usage.isExhausted()))
      throw new CompletionFailed(endpointFailures.ceiling);
    const key = apiKey && this.cipher.decrypt(apiKey, encryptionContext(Prompt, prompt));
    const used: ChatUsage[] = [];
    const refused = new Set(prompt.refused.filter(isRefusable));
    try {
      const endpoint = { url, model, maxTokens, temperature, key, refused };
      const completion = await this.completions.complete(endpoint, request, used);
      if (refused.size > prompt.refused.length) await this.remember(prompt, [...refused]);
      return completion;
    } finally {
      for (const usage of used) await this.db.runAs(companyId, () => this.usage.record(prompt, usage));
    }
  }

  /** The next request to the same model leaves the parameters out. */
  private async remember(prompt: Prompt, refused: string[]): Promise<void> {
    const { companyId, id, url, model, apiKey } = prompt;
    prompt.refused = refused;
    await this.db.runAs(companyId, () => this.db.run(rememberRefused(companyId, id, { url, model, apiKey, refused })));
  }
}
