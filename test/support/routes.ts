import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../src/openapi.js';
import type { TestApp } from './app.js';

export interface RouteName {
  readonly method: string;
  /** As `/tickets/:id`. */
  readonly path: string;
}

export type Schema = Readonly<{
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  allOf?: readonly Schema[];
  $ref?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  nullable?: boolean;
}>;

/** A route as its OpenAPI operation describes it. */
export interface Operation extends RouteName {
  /** `public`, a profile, `super` or `integration`. */
  readonly access: string | undefined;
  readonly plan: string | undefined;
  /** The area of scopes by which service tokens may call it. */
  readonly scope: string | undefined;
  readonly pathParams: readonly string[];
  readonly queryParams: readonly string[];
  readonly body: Schema | undefined;
  readonly takesFiles: boolean;
}

const recorded = new WeakMap<object, RouteName[]>();

/** Records every route of Fastify instances created from now on. */
export function recordRoutes(): () => void {
  const onInstance = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    const routes: RouteName[] = [];
    recorded.set(fastify, routes);
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of Array.isArray(method) ? method : [method]) routes.push({ method: each, path: url });
    });
  };
  subscribe('fastify.initialization', onInstance);
  return () => unsubscribe('fastify.initialization', onInstance);
}

/** The registered routes of Fastify, without the HEAD and OPTIONS that it adds itself. */
export function routeTable({ nest }: Pick<TestApp, 'nest'>): RouteName[] {
  const routes = recorded.get(nest.getHttpAdapter().getInstance());
  if (!routes) throw new Error('recordRoutes() was not called before the application was created');
  return routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
}

interface RawOperation {
  'x-access'?: string;
  'x-plan'?: string;
  'x-scope'?: string;
  parameters?: readonly { readonly name: string; readonly in: string }[];
  requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function openApiOf({ nest, config }: Pick<TestApp, 'nest' | 'config'>): OpenAPIObject {
  return openApiDocument(nest, config);
}

/** Every operation of the OpenAPI document. */
export function operationsOf(app: Pick<TestApp, 'nest' | 'config'>): Operation[] {
  const document = openApiOf(app);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const raw = (item as Readonly<Record<string, unknown>>)[verb] as RawOperation | undefined;
      if (!raw) return [];
      const named = (place: string): string[] =>
        (raw.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
      const content = raw.requestBody?.content ?? {};
      const schema = content['application/json']?.schema;
      return [
        {
          method: verb.toUpperCase(),
          path: path.replace(/\{(\w+)\}/g, ':$1'),
          access: raw['x-access'],
          plan: raw['x-plan'],
          scope: raw['x-scope'],
          pathParams: named('path'),
          queryParams: named('query'),
          body: schema && resolved(schema, document),
          takesFiles: 'multipart/form-data' in content,
        },
      ];
    }),
  );
}

/** The schema with resolved references, deep enough for forms. */
function resolved(schema: Schema, document: OpenAPIObject, depth = 0): Schema {
  if (depth > 5) return schema;
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : ((document.components?.schemas?.[name] as Schema | undefined) ?? schema);
  const [part] = found.allOf ?? [];
  if (part && !found.properties) return resolved(part, document, depth + 1);
  return {
    ...found,
    ...(found.items ? { items: resolved(found.items, document, depth + 1) } : {}),
    ...(found.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(found.properties).map(([key, value]) => [key, resolved(value, document, depth + 1)]),
          ),
        }
      : {}),
  };
}

/** A valid value of a field by its schema. */
export function sampleValue(schema: Schema, seed = 'a'): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object' || schema.properties) {
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleValue(schema.properties?.[name] ?? {}, seed)]),
    );
  }
  if (schema.type === 'array') return schema.minItems ? [sampleValue(schema.items ?? {}, seed)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.format === 'email') return `${seed}@exemplo.test`;
  if (schema.format === 'date-time') return '2030-01-01T00:00:00.000Z';
  if (schema.format === 'uuid') return '6f2f6a3e-95a1-4c07-9a57-0f2d4f6f1b11';
  if (schema.pattern?.includes('\\d') || schema.pattern?.includes('0-9]*$')) return '5511912345678';
  // refused before any name is looked up
  if (schema.pattern?.includes('https?')) return 'https://10.0.0.1/';
  if (schema.maxLength !== undefined && schema.maxLength <= 9) return '#123456';
  return `${seed} texto`.slice(0, schema.maxLength ?? 40).padEnd(schema.minLength ?? 0, 'x');
}

export const label = ({ method, path }: RouteName): string => `${method} ${path}`;
