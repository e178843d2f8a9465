import { Ajv } from 'ajv';
import type { TestApp } from './app.js';
import type { Answer } from './client.js';
import { openApiOf } from './routes.js';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Their further members are named elsewhere: fields of a connection by its channel, those of a refusal by the refusal. */
const open = new Set(['ConnectionRecord', 'ErrorBody']);

/** The schema with every member that it does not name forbidden. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, open.has(name) ? value : closed(value)]),
  );
  return 'properties' in schema ? { additionalProperties: false, ...members } : members;
}

/** Checks answers against the OpenAPI document: throws where one is not what the document says of its route. */
export function answerCheck(app: Pick<TestApp, 'nest' | 'config'>) {
  let validatorOf: ReturnType<typeof validators> | undefined;
  return (method: string, url: string, { status, body }: Answer<unknown>): void => {
    if (status >= 300) return;
    validatorOf ??= validators(app);
    const validate = validatorOf(method.toLowerCase(), url.replace(/\/?(\?.*)?$/, ''), status);
    if (validate && !validate(body))
      throw new Error(`${method} ${url} answers ${JSON.stringify(validate.errors)}: ${JSON.stringify(body)}`);
  };
}

function validators(app: Pick<TestApp, 'nest' | 'config'>) {
  const { paths, components } = openApiOf(app);
  const document = closed({ paths, components }) as { paths: Readonly<Record<string, object>> };
  const ajv = new Ajv({ strict: false, validateSchema: false, formats: { 'date-time': isoTime } });
  ajv.addSchema(document, 'document');
  // the most literal path first: /tickets/counters before /tickets/{id}
  const routes = Object.entries(document.paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, item]) => ({ path, item, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  return (verb: string, pathname: string, status: number) => {
    const route = routes.find(({ item, pattern }) => verb in item && pattern.test(pathname));
    const parts = ['paths', route?.path ?? '', verb, 'responses', status, 'content', 'application/json', 'schema'];
    const pointer = parts.map((part) => encodeURIComponent(String(part).replaceAll('/', '~1'))).join('/');
    return ajv.getSchema(`document#/${pointer}`);
  };
}
