/** Whose a socket is; several share the session of one account, as tabs do. */
export interface Member {
  readonly user: number;
  readonly token: string;
  /** The refresh cookie, for when the token is past its time. */
  readonly cookie: string;
}

/** What the coordinator tells a worker. */
export type Order =
  | { readonly do: 'open'; readonly url: string; readonly members: readonly Member[]; readonly atOnce: number }
  | { readonly do: 'expire'; readonly tokens: Readonly<Record<number, string>> }
  | { readonly do: 'mark'; readonly mark: string; readonly messages: number }
  | { readonly do: 'mute'; readonly users: readonly number[] }
  | { readonly do: 'tell' }
  | { readonly do: 'count'; readonly expected: Readonly<Record<number, readonly number[]>>; readonly from: number };

/** By which ports of this machine those sockets hold on that read nothing more. */
export interface Muted {
  readonly ports: readonly number[];
}

/** How a worker's sockets are. */
export interface State {
  readonly sockets: number;
  readonly ready: number;
  /** Refused for another reason than the session: our page would not try again by itself. */
  readonly stuck: number;
  readonly refreshed: number;
  readonly events: number;
  readonly bytes: number;
  readonly heard: number;
  /** When the last one was ready, by the clock of the machine; 0 before. */
  readonly lastReady: number;
  readonly cpu: number;
}

export interface Counts {
  readonly expected: number;
  readonly missing: number;
  readonly doubled: number;
  readonly leaked: number;
  /** The first few that heard what they may not see: user and message. */
  readonly leaks: readonly (readonly [number, number])[];
  /** Deliveries by half milliseconds. */
  readonly histogram: readonly number[];
}

export const bucketsPerMs = 2;
/** The last one holds everything later. */
export const buckets = 20_000;
