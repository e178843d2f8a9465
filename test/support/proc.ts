import { readdirSync, readFileSync } from 'node:fs';

/*
 * Figures of processes of this machine, from /proc.
 */

const ticksPerSecond = 100;

/** User and system time of a process so far, in seconds; 0 once it has ended. */
export function cpuOf(pid: number): number {
  return statOf(pid)?.cpu ?? 0;
}

/** Of a process and its children, ended ones included: each backend of PostgreSQL is a child. */
export function cpuWithChildren(pid: number): number {
  const own = statOf(pid);
  if (!own) return 0;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), own.cpu + own.ended);
}

/** Of all processes together. */
export function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] =
    /^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? [];
  return (user + nice + system + irq + soft) / ticksPerSecond;
}

export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  return all.filter((candidate) => statOf(candidate)?.parent === pid);
}

/** false for a zombie, too. */
export function isRunning(pid: number): boolean {
  return statOf(pid) !== undefined;
}

/** Resident memory in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

interface Stat {
  readonly parent: number;
  readonly cpu: number;
  readonly ended: number;
}

function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // the name in brackets may hold blanks; the state is the first field after it
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (/[ZX]/.test(state)) return undefined;
  const seconds = (index: number): number => Number(fields[index] ?? 0) / ticksPerSecond;
  return { parent: Number(fields[0] ?? 0), cpu: seconds(10) + seconds(11), ended: seconds(12) + seconds(13) };
}
