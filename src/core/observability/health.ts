import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { coreErrors } from '../errors/core-errors.js';
import { sendError } from '../errors/error-body.js';

const timeoutMs = 2_000;

/**
 * A dependency of this process. `/health/ready` checks every provider that extends it.
 *
 * @example `class DatabaseProbe extends HealthProbe { readonly name = 'database'; async check() { await db.ping(); } }`
 */
export abstract class HealthProbe {
  abstract readonly name: string;
  /** false: the process stays ready when the dependency is down, which is only reported. */
  readonly critical: boolean = true;
  /** @throws when the dependency does not work; a check that takes over 2 seconds counts as failed */
  abstract check(): Promise<void>;
}

export interface HealthReport {
  readonly status: 'ok' | 'unavailable' | 'stopping';
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

/** Whether this process is ready for work. */
@Injectable()
export class Health implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Health');
  private isStopping = false;

  constructor(private readonly discovery: DiscoveryService) {}

  get stopping(): boolean {
    return this.isStopping;
  }

  /** Reports `stopping`, so that load balancers see it before the server closes. */
  stop(): void {
    this.isStopping = true;
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }

  async report(): Promise<HealthReport> {
    if (this.isStopping) return { status: 'stopping', checks: {} };
    const probes = this.discovery
      .getProviders()
      .flatMap(({ instance }) => (instance instanceof HealthProbe ? [instance] : []));
    const checks = await Promise.all(probes.map(async (probe) => ({ probe, state: await this.ask(probe) })));
    return {
      status: checks.every(({ probe, state }) => state === 'up' || !probe.critical) ? 'ok' : 'unavailable',
      checks: Object.fromEntries(checks.map(({ probe, state }) => [probe.name, state])),
    };
  }

  private async ask(probe: HealthProbe): Promise<'up' | 'down'> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(`No answer in ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      await Promise.race([probe.check(), silence]);
      return 'up';
    } catch (error) {
      if (probe.critical) this.logger.warn({ msg: 'probe failed', probe: probe.name, reason: String(error) });
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }
}

const operations = /^\/(?:health|metrics)(?:\/|$|\?)/;

/** Serves only health and metrics, for a worker. */
export function serveOperationsOnly(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (operations.test(request.url)) return;
      await sendError(coreErrors.ERR_NOT_FOUND(), request, reply);
    });
}
