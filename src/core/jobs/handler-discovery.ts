import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface DiscoveredHandler<M> {
  readonly metadata: M;
  /** `ClassName.method`, which stays the same across restarts. */
  readonly name: string;
  readonly instance: object;
  readonly call: (...args: never[]) => unknown;
}

/** Finds the methods with a decorator in all providers of the application. */
@Injectable()
export class HandlerDiscovery {
  private methods: { instance: object; method: string; fn: (...args: never[]) => unknown }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Every method with this metadata key, once per value. Call it from `onModuleInit` on, when all providers exist. */
  find<M>(key: string): DiscoveredHandler<M>[] {
    if (this.methods.length === 0) this.scan();
    return this.methods.flatMap(({ instance, method, fn }) => {
      const metadata = Reflect.getMetadata(key, fn) as M | M[] | undefined;
      const marks = metadata === undefined ? [] : Array.isArray(metadata) ? metadata : [metadata];
      return marks.map((mark) => ({
        metadata: mark,
        instance,
        name: `${instance.constructor.name}.${method}`,
        call: fn.bind(instance) as (...args: never[]) => unknown,
      }));
    });
  }

  private scan(): void {
    const seen = new Set<object>();
    this.methods = this.discovery.getProviders().flatMap((wrapper) => {
      const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : null;
      if (typeof instance !== 'object' || instance === null || seen.has(instance)) return [];
      seen.add(instance);
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown> | null;
      if (!prototype) return [];
      return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
        const fn = prototype[method];
        return typeof fn === 'function' ? [{ instance, method, fn: fn as (...args: never[]) => unknown }] : [];
      });
    });
  }
}
