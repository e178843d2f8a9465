import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from './core/config/config.js';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Made of the types in the code by the build (scripts/lib/answer-schemas.mjs). */
interface AnswerSchemas {
  readonly operations: Readonly<Record<string, Schema>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** The OpenAPI 3.1 document: inputs from the decorators that validate, answers from the types of the code. */
export function openApiDocument(
  app: NestFastifyApplication,
  { publicUrl }: Pick<AppConfig, 'publicUrl'>,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Atende')
    .setDescription(
      'Plataforma aberta de atendimento ao cliente por mensagens. Errors: { error, message, statusCode, fields?, params?, requestId }.',
    )
    .setVersion('0.1.0')
    .setOpenAPIVersion('3.1.0')
    .addServer(publicUrl)
    .addBearerAuth();
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  const { operations, schemas } = answerSchemas();
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...schemas } };
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of [item.get, item.post, item.put, item.delete]) {
      if (!operation) continue;
      operation.tags ??= path.split('/').slice(1, 2);
      // a handler of several paths has an operation for each
      const schema = operations[operation.operationId?.replace(/\[\d+\]$/, '') ?? ''];
      const [response] = Object.values(operation.responses);
      if (schema && response && 'description' in response) response.content = { [mediaTypeOf(schema)]: { schema } };
    }
  return document;
}

const mediaTypeOf = (schema: Schema): string =>
  'type' in schema && schema.type === 'string' ? 'text/plain' : 'application/json';

/** None where the sources run without a build. */
function answerSchemas(): AnswerSchemas {
  const [file] = ['../answer-schemas.json', '../dist/server/answer-schemas.json']
    .map((path) => join(import.meta.dirname, path))
    .filter(existsSync);
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as AnswerSchemas) : { operations: {}, schemas: {} };
}

/** Serves the document at /docs-json and as a page at /docs. */
export function openApi(app: NestFastifyApplication, config: AppConfig): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, config), {
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Atende API',
  });
}
