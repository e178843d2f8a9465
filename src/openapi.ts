import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from './core/config/config.js';
import { productVersion } from './core/config/product-version.js';
import { PreparedJson } from './core/requests/prepared-json.js';
import { allResources } from './core/resource/define-resource.js';
import { exampleOfSchema } from './openapi-examples.js';

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** The build makes these schemas from the types in the code (scripts/lib/answer-schemas.mjs). */
interface AnswerSchemas {
  readonly operations: Readonly<Record<string, Schema>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The payloads of `SocketEvents`, by the name of the event. */
  readonly events: Readonly<Record<string, Schema>>;
}

/** The OpenAPI 3.1 document: inputs come from the validating decorators, answers from the types in the code. */
export function openApiDocument(
  app: NestFastifyApplication,
  { publicUrl }: Pick<AppConfig, 'publicUrl'>,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Atende')
    .setDescription(
      'Plataforma aberta de atendimento ao cliente por mensagens. Every error is an ApiError. See docs/integrators.md.',
    )
    .setVersion(productVersion())
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .setOpenAPIVersion('3.1.0')
    .addServer(publicUrl)
    .addServer('/', 'Where this document was read')
    .addBearerAuth({ type: 'http', description: 'Access token of a session (POST /auth/login)' }, 'session')
    .addBearerAuth({ type: 'http', description: 'Service token with the scope of the route (x-scope)' }, 'serviceToken')
    .addBearerAuth(
      { type: 'http', description: 'Token of a connection, for the routes under /api and /campaign-service' },
      'connectionToken',
    );
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  const answers = answerSchemas();
  const { operations, schemas } = answers;
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      ...schemas,
      SocketEvents: socketEvents(answers),
      ApiError: errorSchema,
    },
    responses: Object.fromEntries(
      Object.entries(errorResponses).map(([status, description]) => [
        `Error${status}`,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } } },
      ]),
    ),
  };
  const allSchemas = document.components.schemas ?? {};
  const exampleOf = (operation: OperationObject & Marked, schema: Schema): unknown =>
    operation['x-answer-example'] ?? exampleOfSchema(schema, allSchemas);
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of [item.get, item.post, item.put, item.delete]) {
      if (!operation) continue;
      operation.tags ??= path.split('/').slice(1, 2);
      // a handler with several paths has one operation for each, whose id ends in an index
      const schema = operations[operation.operationId?.replace(/\[\d+\]$/, '') ?? ''];
      const [response] = Object.values(operation.responses);
      if (schema && response && 'description' in response)
        response.content = { [mediaTypeOf(schema)]: { schema, example: exampleOf(operation, schema) } };
      const body = operation.requestBody;
      const input = body && 'content' in body ? body.content['application/json'] : undefined;
      if (input?.schema && !input.examples) input.example ??= exampleOfSchema(input.schema, allSchemas);
      describeAccess(operation, path);
      describeFiles(operation);
    }
  return document;
}

/** Payloads of `company-{companyId}-{name}`, by name: those that modules declare, and changes of resource records. */
function socketEvents({ operations, events }: AnswerSchemas): Schema {
  const changes = [...allResources.values()].flatMap(({ name, singular, live }) => {
    if (!live || live.to === 'module') return [];
    const record = operations[`${pascal(name)}ResourceController_get`] ?? { type: 'object' };
    const properties = { action: { type: 'string' }, [singular]: record, [`${singular}Id`]: { type: 'integer' } };
    return [[live.event, { type: 'object', required: ['action'], properties } satisfies Schema] as const];
  });
  const properties: Record<string, Schema> = { ...events };
  for (const [name, change] of changes) {
    const declared = events[name];
    const more = declared && 'properties' in declared ? declared.properties : {};
    properties[name] = { ...change, properties: { ...more, ...change.properties } };
  }
  return { type: 'object', required: Object.keys(properties), properties };
}

const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_whole, _dash, letter: string) => letter.toUpperCase());

/** The extensions that decorators add to the operation of a route. */
interface Marked {
  readonly 'x-access'?: string;
  readonly 'x-scope'?: string;
  readonly 'x-connection-tokens'?: boolean;
  readonly 'x-files'?: string;
  readonly 'x-answer-example'?: unknown;
}

const errorSchema: Schema = {
  type: 'object',
  required: ['error', 'code', 'message', 'statusCode', 'requestId'],
  properties: {
    error: { type: 'string', description: 'The code where older clients know it, else the message' },
    code: { type: 'string', example: 'ERR_VALIDATION' },
    message: { type: 'string', description: 'In the language of Accept-Language: pt, en or es' },
    statusCode: { type: 'integer' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong, by field' },
    params: { type: 'object', additionalProperties: true },
    requestId: { type: 'string' },
  },
};

const errorResponses: Readonly<Record<number, string>> = {
  400: 'The request is invalid: `fields` says what and where',
  401: 'No valid token',
  403: 'Rank, scope, plan or record refuse it; of a session also: the access token must be refreshed',
  404: 'There is no such record in the company',
  409: 'It conflicts with what is stored, or the same request is in progress',
  422: 'It cannot be done here or now, as the code says; or the Idempotency-Key was used for another request',
  429: 'Too many requests; Retry-After says when to go on',
};

/** Describes which tokens may call the route, and with which errors it refuses. */
function describeAccess(operation: OperationObject & Marked, path: string): void {
  const access = operation['x-access'];
  const isPublic = access === 'public';
  const tokens = access === 'integration' ? ['connectionToken'] : ['session'];
  if (operation['x-connection-tokens']) tokens.push('connectionToken');
  if (operation['x-scope']) tokens.push('serviceToken');
  operation.security = isPublic ? [] : tokens.map((token) => ({ [token]: [] }));
  const statuses = [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(operation.requestBody ? [409, 422] : []),
    ...(isPublic || tokens.length > 1 || access === 'integration' ? [429] : []),
  ];
  for (const status of statuses) operation.responses[status] ??= { $ref: `#/components/responses/Error${status}` };
}

/** Adds the form field that takes files, which the input class does not declare. */
function describeFiles({ requestBody, 'x-files': field }: OperationObject & Marked): void {
  const form = requestBody && 'content' in requestBody ? requestBody.content['multipart/form-data'] : undefined;
  if (!form?.schema || !field) return;
  const medias: Schema = { type: 'array', items: { type: 'string', format: 'binary' } };
  form.schema = { allOf: [form.schema, { type: 'object', properties: { [field]: medias } }] };
}

const mediaTypeOf = (schema: Schema): string =>
  'type' in schema && schema.type === 'string' ? 'text/plain' : 'application/json';

/** The schemas that the build wrote; empty when the sources run without a build. */
function answerSchemas(): AnswerSchemas {
  const [file] = ['../answer-schemas.json', '../dist/server/answer-schemas.json']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .filter(existsSync);
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as AnswerSchemas) : { operations: {}, schemas: {}, events: {} };
}

/** Serves the document at /docs-json and as a page at /docs. */
export function openApi(app: NestFastifyApplication, config: AppConfig): void {
  let document: PreparedJson<OpenAPIObject> | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get('/docs-json', (request, reply) => {
      document ??= new PreparedJson(openApiDocument(app, config));
      void reply.header('Cache-Control', 'no-cache');
      document.send(request, reply);
    });
  SwaggerModule.setup('docs', app, () => ({ ...new DocumentBuilder().build(), paths: {} }), {
    raw: false,
    customSiteTitle: 'Atende API',
    // the page loads the document instead of embedding a copy
    swaggerOptions: { spec: null, url: '/docs-json' },
  });
}
