/** A business number of the simulator. */
export interface SimulatedNumber {
  phoneNumberId: string;
  displayPhoneNumber: string;
  wabaId: string;
  token: string;
  /** Default: CLOUD_API. */
  platform?: 'CLOUD_API' | 'ON_PREMISE' | 'NOT_APPLICABLE';
  /** Default: STANDARD. */
  throughput?: 'STANDARD' | 'HIGH';
  quality?: 'GREEN' | 'YELLOW' | 'RED';
  /** Of the business portfolio. */
  messagingLimit?: string;
  /** Whether an app is subscribed to its account; by default it is. */
  subscribed?: boolean;
  /** Requests for the number fail. */
  unavailable?: boolean;
}

/** Statuses of an accepted message; the numbers are probabilities. */
export interface StatusPlan {
  sent: boolean;
  delivered: boolean;
  read: boolean;
  /** Wait before each status, in milliseconds. */
  delayMs: readonly [number, number];
  /** A status before the last one is left out. */
  skip: number;
  /** A status comes twice. */
  repeat: number;
  /** The statuses of a message come in any order. */
  shuffle: number;
}

export interface WebhookPlan {
  /** Most events in one POST; the platform goes up to a thousand. */
  batch: number;
  /** Wait for events to batch, in milliseconds. */
  gatherMs: number;
  /** Probability that a POST that was answered 200 is sent again. */
  duplicate: number;
  parallel: number;
  timeoutMs: number;
  retryFirstMs: number;
  retryMostMs: number;
}

export interface GraphSimulatorOptions {
  seed: number;
  appSecret: string;
  callbackUrl: string | null;
  numbers: SimulatedNumber[];
  throughput: { perSecond: number; burst: number };
  pair: { everyMs: number; burst: number };
  /** Whether free messages need one from the customer in the last 24 hours (a failed status with 131047 otherwise). */
  window: boolean;
  /** Response time in milliseconds. */
  latencyMs: readonly [number, number];
  statuses: StatusPlan;
  webhooks: WebhookPlan;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export const defaultNumber: SimulatedNumber = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '551140028922',
  wabaId: '102290129340398',
  token: 'EAAG-simulated-token',
};

/** The documented behaviour without faults. */
export const defaults: GraphSimulatorOptions = {
  seed: 1,
  appSecret: 'simulated-app-secret',
  callbackUrl: null,
  numbers: [defaultNumber],
  throughput: { perSecond: 80, burst: 80 },
  pair: { everyMs: 6_000, burst: 45 },
  window: false,
  latencyMs: [0, 0],
  statuses: { sent: true, delivered: true, read: false, delayMs: [0, 20], skip: 0, repeat: 0, shuffle: 0 },
  webhooks: {
    batch: 20,
    gatherMs: 5,
    duplicate: 0,
    parallel: 4,
    timeoutMs: 10_000,
    retryFirstMs: 50,
    retryMostMs: 2_000,
  },
  now: () => Date.now(),
};

type Grouped = 'throughput' | 'pair' | 'statuses' | 'webhooks';

/** Options to change; the others keep the documented behaviour. */
export type GraphSimulatorOverrides = Partial<Omit<GraphSimulatorOptions, Grouped>> & {
  [K in Grouped]?: Partial<GraphSimulatorOptions[K]>;
};

/** The defaults with what a test changes. */
export function optionsOf(overrides: GraphSimulatorOverrides): GraphSimulatorOptions {
  return {
    ...defaults,
    ...overrides,
    numbers: [...(overrides.numbers ?? defaults.numbers)],
    throughput: { ...defaults.throughput, ...overrides.throughput },
    pair: { ...defaults.pair, ...overrides.pair },
    statuses: { ...defaults.statuses, ...overrides.statuses },
    webhooks: { ...defaults.webhooks, ...overrides.webhooks },
  };
}
