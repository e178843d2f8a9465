import { Injectable } from '@nestjs/common';
import { RetryLater } from '../../../../core/jobs/job.js';

/** Half of the slots that bulk jobs have. */
const maxCalls = 8;
/** Many may wait, and each try reads its delivery. */
const retryMs = 3_000;

/**
 * Limits how many calls of programs (n8n, webhooks of integrations, typebot) a process waits for at the same time, as
 * each may take minutes. A company may wait for as many as are free for others, so that its hanging program delays
 * neither theirs nor other jobs.
 */
@Injectable()
export class ProgramCallsService {
  /** The companies of the running calls. */
  private readonly running: number[] = [];

  /** @throws RetryLater when the company has no free call */
  async run<T>(companyId: number, call: () => Promise<T>): Promise<T> {
    const own = this.running.filter((id) => id === companyId).length;
    if (own >= maxCalls - this.running.length) throw new RetryLater(retryMs, 'other calls of programs are running');
    this.running.push(companyId);
    try {
      return await call();
    } finally {
      this.running.splice(this.running.indexOf(companyId), 1);
    }
  }
}
