import { variables } from './variables.js';

const width = 110;

/** The text of `.env.example`: every variable, explained and commented out. */
export function envExample(): string {
  const head = 'Copy to .env and set what differs. Made by `npm run env:example` from src/core/config/variables.ts.';
  const entries = Object.entries(variables).map(([name, { kind, description, whenAbsent: otherwise, secret }]) =>
    [
      ...wrap(description),
      ...wrap(`${secret ? 'Secret. ' : ''}Value: ${kind}. Absent: ${otherwise}.`),
      `#${name}=`,
    ].join('\n'),
  );
  return `${[...wrap(head)].join('\n')}\n\n${entries.join('\n\n')}\n`;
}

function* wrap(text: string): Generator<string> {
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= width) {
      yield line;
      line = '#';
    }
    line += ` ${word}`;
  }
  yield line;
}
