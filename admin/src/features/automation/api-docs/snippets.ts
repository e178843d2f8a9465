/** What the forms of the page send. */
export interface MessageCall {
  /** Origin of the installation. */
  origin: string;
  token: string;
  number: string;
  body: string;
  /** Names of files; none for a text message. */
  files: readonly string[];
}

export const languages = ['curl', 'javascript', 'php', 'python'] as const;
export type Language = (typeof languages)[number];

export const sendPath = '/api/messages/send';

/** A string of a shell, in single quotes. */
const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** A string of PHP, in single quotes. */
const php = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** A string of JavaScript, and of Python. */
const quoted = (text: string) => JSON.stringify(text);

function curl({ origin, token, number, body, files }: MessageCall): string {
  const head = [`curl -X POST ${shell(origin + sendPath)}`, `-H ${shell(`Authorization: Bearer ${token}`)}`];
  const json = ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify({ number, body }))}`];
  const form = [
    `--form-string ${shell(`number=${number}`)}`,
    ...(body ? [`--form-string ${shell(`body=${body}`)}`] : []),
    ...files.map((name) => `-F ${shell(`medias=@${name}`)}`),
  ];
  return [...head, ...(files.length > 0 ? form : json)].join(' \\\n  ');
}

function javascript({ origin, token, number, body, files }: MessageCall): string {
  const url = quoted(origin + sendPath);
  if (files.length === 0)
    return `const response = await fetch(${url}, {
  method: 'POST',
  headers: {
    Authorization: ${quoted(`Bearer ${token}`)},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ number: ${quoted(number)}, body: ${quoted(body)} }),
});
console.log(response.status, await response.json());`;
  return `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.append('number', ${quoted(number)});
${body ? `form.append('body', ${quoted(body)});\n` : ''}${files
  .map((name) => `form.append('medias', await openAsBlob(${quoted(name)}), ${quoted(name)});`)
  .join('\n')}

const response = await fetch(${url}, {
  method: 'POST',
  headers: { Authorization: ${quoted(`Bearer ${token}`)} },
  body: form,
});
console.log(response.status, await response.json());`;
}

function phpCode({ origin, token, number, body, files }: MessageCall): string {
  const isForm = files.length > 0;
  const headers = [php(`Authorization: Bearer ${token}`), ...(isForm ? [] : ["'Content-Type: application/json'"])];
  const fields = [`'number' => ${php(number)}`, ...(body || !isForm ? [`'body' => ${php(body)}`] : [])];
  const medias = files.map(
    (name, index) => `'medias${files.length > 1 ? `[${index}]` : ''}' => new CURLFile(${php(name)})`,
  );
  const data = isForm ? `[${[...fields, ...medias].join(', ')}]` : `json_encode([${fields.join(', ')}])`;
  return `<?php
$curl = curl_init(${php(origin + sendPath)});
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [${headers.join(', ')}],
    CURLOPT_POSTFIELDS => ${data},
]);
echo curl_exec($curl);`;
}

function python({ origin, token, number, body, files }: MessageCall): string {
  const fields = `{"number": ${quoted(number)}${body || files.length === 0 ? `, "body": ${quoted(body)}` : ''}}`;
  const data =
    files.length === 0
      ? `    json=${fields},`
      : `    data=${fields},\n    files=[${files.map((name) => `("medias", open(${quoted(name)}, "rb"))`).join(', ')}],`;
  return `import requests

response = requests.post(
    ${quoted(origin + sendPath)},
    headers={"Authorization": ${quoted(`Bearer ${token}`)}},
${data}
)
print(response.status_code, response.json())`;
}

const writers: Record<Language, (call: MessageCall) => string> = { curl, javascript, php: phpCode, python };

/** The call as a program in that language. */
export const snippet = (language: Language, call: MessageCall): string => writers[language](call);
