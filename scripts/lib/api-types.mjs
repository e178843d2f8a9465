import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** Writes the types of the API that the built server describes; Nest's preview needs neither database nor configuration. */
export async function writeApiTypes(target) {
  const { AppModule } = await import('../../dist/server/src/app.module.js');
  const { openApiDocument } = await import('../../dist/server/src/openapi.js');
  const config = { publicUrl: '/', corsOrigins: [], role: 'all', redisUrl: null, databaseReportsUrl: null };
  const app = await NestFactory.create(AppModule.forRoot(config, {}), new FastifyAdapter(), {
    preview: true,
    logger: ['error'],
  });
  mkdirSync(dirname(target), { recursive: true });
  // a field with a default may be left out of a request
  const types = await openapiTypescript(openApiDocument(app, config), { defaultNonNullable: false });
  writeFileSync(target, astToString(types));
}
