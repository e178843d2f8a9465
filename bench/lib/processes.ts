import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** User and system time of a process so far, in seconds; undefined once it is gone. */
export function cpuOf(pid: number): number | undefined {
  return statOf(pid)?.cpu;
}

/** Of a process and its children, ended ones that it waited for included: PostgreSQL works in children. */
export function cpuOfFamily(pid: number): number {
  const own = statOf(pid);
  if (!own) return 0;
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.cpu ?? 0), own.cpu + own.ended);
}

/** Processes that this one started and that still run. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  return all.filter((candidate) => statOf(candidate)?.parent === pid);
}

/** Whether it still runs; what has ended and waits for its parent to look does not. */
export function lives(pid: number): boolean {
  return statOf(pid) !== undefined;
}

/** Of everything on this machine together. */
export function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] =
    /^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? [];
  return (user + nice + system + irq + soft) / ticksPerSecond;
}

/** Which of these ports of clients a server on this port still holds a connection with. */
export function connectedTo(serverPort: number, ports: readonly number[]): number[] {
  const established = '01';
  const port = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);
  const held = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === established && port(local) === serverPort)
      .map(([, , remote]) => port(remote)),
  );
  return ports.filter((one) => held.has(one));
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

interface Stat {
  readonly parent: number;
  readonly cpu: number;
  readonly ended: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in brackets may hold blanks; the parent is the second field after it
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (/^[ZX]/.test(text.slice(text.lastIndexOf(')') + 2))) return undefined;
    const seconds = (index: number): number => (fields[index] ?? 0) / ticksPerSecond;
    return { parent: fields[1] ?? 0, cpu: seconds(11) + seconds(12), ended: seconds(13) + seconds(14) };
  } catch {
    return undefined;
  }
}
