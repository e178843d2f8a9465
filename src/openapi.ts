import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from './core/config/config.js';

/** The OpenAPI 3.1 document, made from the same decorators that validate. */
export function openApiDocument(app: NestFastifyApplication, config: AppConfig): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Atende')
    .setDescription(
      'Plataforma aberta de atendimento ao cliente por mensagens. Errors: { error, message, statusCode, fields?, params?, requestId }.',
    )
    .setVersion('0.1.0')
    .setOpenAPIVersion('3.1.0')
    .addServer(config.publicUrl)
    .addBearerAuth();
  return SwaggerModule.createDocument(app, builder.build());
}

/** Serves the document at /docs-json and as a page at /docs. */
export function openApi(app: NestFastifyApplication, config: AppConfig): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, config), {
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Atende API',
  });
}
