import { Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const levels: Readonly<Record<number, readonly [name: string, style: Style]>> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'blue'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/** Turns log entries into readable lines for a terminal. */
export function prettyLogStream(out: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      out.write(`${formatLogLine(JSON.parse(line) as Record<string, unknown>)}\n`);
      done();
    },
  });
}

export function formatLogLine({ level, time, context, msg, stack, ...rest }: Record<string, unknown>): string {
  const [name, style] = levels[Number(level)] ?? ['info', 'blue'];
  const details = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const clock = new Date(String(time)).toLocaleTimeString('pt-BR', { hour12: false });
  const parts = [
    styleText('gray', clock),
    styleText(style, name.padEnd(5)),
    ...(typeof context === 'string' ? [styleText('cyan', context)] : []),
    String(msg ?? ''),
    ...(details.length > 0 ? [styleText('gray', details.join(' '))] : []),
  ];
  return [parts.join(' '), ...(typeof stack === 'string' ? [styleText('gray', stack)] : [])].join('\n');
}
