import { sharedApp } from '../support/app.js';
import { openApiOf } from '../support/routes.js';

const app = await sharedApp();

/** Files, metrics and no content at all; whoever adds a route without an answer explains it here by adding a line. */
const withoutSchema = [
  'GET /admin/audit/export',
  'GET /audit/export',
  'GET /contacts/export',
  'GET /contacts/{id}/personal-data',
  'GET /media/{path}',
  'GET /metrics',
  'GET /tickets/export',
  'POST /ticket-notes/mentions/seen',
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
