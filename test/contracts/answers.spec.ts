import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv } from 'ajv';
import { sharedApp } from '../support/app.js';
import { openApiOf } from '../support/routes.js';

const app = await sharedApp();

interface JsonPart {
  readonly content?: Readonly<Record<string, { schema?: object; example?: unknown; examples?: unknown } | undefined>>;
}
interface JsonOperation {
  readonly requestBody?: JsonPart;
  readonly responses: Readonly<Record<string, JsonPart>>;
}

/**
 * Left out: an address of this machine; components of sockets, which no route has; `/contacts/imports/{id}` beside
 * `/contacts/{id}/merge`, of which the router takes the literal one.
 */
const off = { 'no-server-example.com': 'off', 'no-unused-components': 'off', 'no-ambiguous-paths': 'off' } as const;

test("the OpenAPI document is valid for other people's tools", async () => {
  const config = await createConfig({ extends: ['recommended'], rules: off });
  const problems = await lintFromString({ source: JSON.stringify(openApiOf(app)), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

/** Files, metrics and no content at all; whoever adds a route without an answer explains it here by adding a line. */
const withoutSchema = [
  'DELETE /push/subscription',
  'GET /admin/audit/export',
  'GET /audit/export',
  ...['ai', 'sms'].flatMap((kind) =>
    ['history/{campaignId}/download/{filename}', 'relatories/{campaignId}/export', 'sample'].map(
      (path) => `GET /campaign-service/${kind}/${path}`,
    ),
  ),
  'GET /campaigns/{id}/recipients/export',
  'GET /contact-lists/imports/{id}/refused',
  'GET /contacts/export',
  'GET /contacts/imports/{id}/refused',
  'GET /contacts/{id}/personal-data',
  'GET /dashboard/export',
  'GET /media/{path}',
  'GET /metrics',
  'GET /public/{path}',
  'GET /relatories/export',
  'GET /tickets/export',
  'POST /leads/empresas/exportar',
  'POST /ticket-notes/mentions/seen',
  'PUT /push/kinds',
  'PUT /push/subscription',
];

/** That answers are what the schemas say is checked by the clients of all tests (support/answers.ts). */
test('the OpenAPI document says what every route answers', () => {
  const { paths } = openApiOf(app);
  const silent = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { responses: Record<string, { content?: object }> }>)
      .filter(([, { responses }]) => !Object.values(responses).some(({ content }) => content))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(silent.toSorted()).toEqual(withoutSchema);
});

test('records of resources say what their times, choices and columns are', () => {
  const schemas = openApiOf(app).components?.schemas;
  expect(schemas?.['ContactRecord']).toMatchObject({
    properties: { createdAt: { type: 'string', format: 'date-time' } },
  });
  expect(schemas?.['TagRecord']).toMatchObject({ properties: { updatedAt: { type: 'string', format: 'date-time' } } });
  expect(schemas?.['ScheduleStatus']).toMatchObject({ enum: ['PENDENTE', 'ENVIADA', 'ERRO'] });
  expect(schemas?.['ConnectionRecord']).toMatchObject({
    properties: { pausedUntil: { description: 'Nothing is sent before this time.' } },
  });
});

test('every route says by which token it is called and how it refuses', () => {
  const { paths, components } = openApiOf(app);
  const schemes = Object.keys(components?.securitySchemes ?? {});
  expect(schemes.toSorted()).toEqual(['connectionToken', 'serviceToken', 'session']);
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item as Record<string, Record<string, unknown>>)) {
      const security = operation['security'] as Record<string, unknown>[];
      const tokens = security.flatMap((each) => Object.keys(each));
      const refusals = Object.keys(operation['responses'] as object).filter((status) => status >= '400');
      const where = `${method} ${path}`;
      const isPublic = operation['x-access'] === 'public';
      expect([where, tokens.length > 0, tokens.every((name) => schemes.includes(name))]).toEqual([
        where,
        !isPublic,
        true,
      ]);
      expect([where, refusals]).toEqual([
        where,
        expect.arrayContaining(isPublic ? ['400', '429'] : ['400', '401', '403']),
      ]);
    }
});

test('the public API has examples of what is sent and answered', () => {
  const { paths } = openApiOf(app);
  const send = JSON.stringify(paths['/api/messages/send']?.post);
  for (const word of ['Seu pedido saiu', 'pedido_enviado', '"ticketId":305', '"format":"binary"', 'connectionToken'])
    expect(send).toContain(word);
  expect(JSON.stringify(paths['/api/messages/{id}']?.get)).toContain('"status":"delivered"');
});

test('every answer and every body in JSON has an example that its own schema allows', () => {
  const document = openApiOf(app);
  const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false });
  ajv.addSchema({ components: document.components }, 'document');
  const wrong: string[] = [];
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(item as Record<string, JsonOperation>))
      for (const [what, part] of Object.entries({ body: requestBody, answer: Object.values(responses)[0] })) {
        const media = part?.content?.['application/json'];
        if (!media?.schema || media.examples) continue;
        const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"document#/')) as object;
        if (!ajv.validate(schema, media.example)) wrong.push(`${method} ${path} ${what}: ${ajv.errorsText()}`);
      }
  expect(wrong).toEqual([]);
});
