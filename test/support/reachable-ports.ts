import { freePorts } from './free-port.js';
import { openResources } from './open-resources.js';

/** More than one spec file has servers at once. */
const count = 6;

/** Of this worker: its shared application may call servers on them, and has its Graph API on `graph`. */
export interface ReachablePorts {
  readonly graph: number;
  readonly servers: readonly number[];
}

export function reachablePorts(): Promise<ReachablePorts> {
  openResources.ports ??= freePorts(count + 1).then(([graph = 0, ...servers]) => ({ graph, servers }));
  return openResources.ports;
}
