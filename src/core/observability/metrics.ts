import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type JobOutcome = 'done' | 'failed' | 'retry';

/** Metrics for Prometheus; each application has its own registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  private readonly jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time a job took, by how it ended',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** @param route the pattern, never the URL, which contains ids and codes */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.http.observe({ method, route, status }, seconds);
  }

  observeJob(job: string, outcome: JobOutcome, seconds: number): void {
    this.jobs.observe({ job, outcome }, seconds);
  }

  /** Increments a counter, which is created at its first use. Labels must have few values. */
  increment(name: string, help: string, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const found = this.registry.getSingleMetric(name);
    const counter =
      found instanceof Counter
        ? found
        : new Counter({ name, help, labelNames: Object.keys(labels), registers: [this.registry] });
    counter.inc({ ...labels }, by);
  }

  /** Registers a value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect(): Promise<void> {
        this.set(await read());
      },
    });
  }
}
