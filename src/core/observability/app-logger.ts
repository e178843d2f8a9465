import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger as Pino, pino, stdTimeFunctions } from 'pino';
import { Context } from '../context.js';
import { prettyLogStream } from './pretty-log.js';
import { scrub, scrubText } from './scrub.js';

/** The contexts of messages that Nest logs at every start; they are logged as debug. */
const chatter = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'WebSocketsController']);

/** The log level is one of pino's; `silent` logs nothing. */
export interface LoggerOptions {
  readonly logLevel: string;
}

/**
 * Logs JSON lines with the request id, or readable lines at a terminal, and removes secrets.
 *
 * @example `const app = await NestFactory.create(AppModule, adapter, { logger: new AppLogger(config) });`
 */
export class AppLogger implements LoggerService {
  private readonly pino: Pino;
  private readonly context = new Context();

  constructor({ logLevel }: LoggerOptions, destination: DestinationStream = defaultDestination()) {
    this.pino = pino({ level: logLevel, base: undefined, timestamp: stdTimeFunctions.isoTime }, destination);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes `(message, ...more, context)`, and for errors `(message, stack, context)`. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
    const effective = level === 'info' && context !== undefined && chatter.has(context) ? 'debug' : level;
    if (!this.pino.isLevelEnabled(effective)) return;
    const more = context === undefined ? rest : rest.slice(0, -1);
    const stack = more.find((part) => typeof part === 'string' && part.includes('\n'));
    const facts = {
      ...(context === undefined ? {} : { context }),
      ...(this.context.requestId === undefined ? {} : { requestId: this.context.requestId }),
      ...(typeof stack === 'string' ? { stack: scrubText(stack) } : {}),
    };
    if (message instanceof Error)
      this.pino[effective]({ ...facts, ...(scrub(message) as object) }, scrubText(message.message));
    else if (typeof message === 'object' && message !== null)
      this.pino[effective]({ ...facts, ...(scrub(message) as object) });
    else this.pino[effective](facts, scrubText(String(message)));
  }
}

function defaultDestination(): DestinationStream {
  return process.stdout.isTTY ? prettyLogStream(process.stdout) : pino.destination(1);
}
