import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The part of JSON Schema that the document uses. */
interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-23T12:00:00.000Z',
  date: '2026-11-23',
  uuid: '0b6f2c1e-6a44-4a0e-9d6c-3f1d2b7a9c55',
  email: 'ana@empresa.com.br',
  uri: 'https://empresa.com.br/eventos',
};
const byName: Readonly<Record<string, string>> = {
  name: 'Ana Souza',
  email: 'ana@empresa.com.br',
  number: '5511987654321',
  phone: '5511987654321',
  color: '#1d4ed8',
  countryCode: '55',
  cnpj: '11222333000181',
  body: 'Seu pedido saiu para entrega',
  message: 'Seu pedido saiu para entrega',
  url: 'https://empresa.com.br/eventos',
  from: '5511987654321',
  password: 'Senha2026',
  startTime: '08:00',
  sendFrom: '08:00',
  sendUntil: '18:00',
  endTime: '18:00',
  startTimeB: '19:00',
  endTimeB: '21:00',
  timezone: 'America/Sao_Paulo',
  video: 'a1B2c3D4e5F',
  facebookUserId: '106540352242922',
  facebookPageUserId: '102290129340398',
  // the values of the example in RFC 8291
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUSV',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
/** Below this depth an example shows only required members, so that the examples of recursive types end. */
const deepest = 4;

/** Returns an example value that the schema allows. */
export function exampleOfSchema(schema: object, schemas: Schemas, name = '', depth = 0): unknown {
  const shape = schema as Shape;
  const inner = (of: Shape, as = name): unknown => exampleOfSchema(of, schemas, as, depth + 1);
  const referred = shape.$ref?.split('/').at(-1);
  if (referred) return exampleOfSchema(schemas[referred] ?? {}, schemas, name, depth);
  const given = shape.example ?? shape.const ?? shape.enum?.[0] ?? shape.default;
  if (given !== undefined) return given;
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices)
    return inner((depth < deepest ? undefined : choices.find(isNull)) ?? choices.find((each) => !isNull(each)) ?? {});
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((each) => inner(each)));
  switch (typeof shape.type === 'string' ? shape.type : shape.type?.find((type) => type !== 'null')) {
    case 'object': {
      const names = Object.entries(shape.properties ?? {}).filter(
        ([property]) => depth < deepest || shape.required?.includes(property),
      );
      return Object.fromEntries(names.map(([property, of]) => [property, inner(of, property)]));
    }
    case 'array':
      return depth < deepest || shape.minItems ? [inner(shape.items ?? {})] : [];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return text(shape, name);
    default:
      return null;
  }
}

const isNull = ({ type }: Shape): boolean => type === 'null';

function text({ format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Shape, name: string): string {
  const value = byFormat[format ?? ''] ?? byName[name] ?? 'texto';
  return value.padEnd(minLength, 'o').slice(0, maxLength);
}
