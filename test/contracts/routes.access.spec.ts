import { Controller, Get } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessGuard } from '../../src/core/access/access.guard.js';
import { ACCESS, type AccessRule, Allow, Plan, Public } from '../../src/core/access/decorators.js';
import { ServiceTokens, SessionResolver } from '../../src/core/access/session-resolver.js';
import { JwtStrategy } from '../../src/core/access/strategies.js';
import { TokenThrottle } from '../../src/core/access/token-throttle.js';
import { type Actor, Context } from '../../src/core/context.js';
import { ErrorFilter } from '../../src/core/errors/error.filter.js';
import { planFeatures } from '../../src/modules/platform/plans/plan.entity.js';
import { sharedApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { connectionToken, program } from '../support/programs.js';
import { label, type Operation, operationsOf, routeTable, sampleValue } from '../support/routes.js';
import { world } from '../support/world.js';

const app = await sharedApp();
const w = await world(app);

test('every reference of the OpenAPI document exists', async () => {
  const document = bodyOf(await app.visitor().get<Record<string, unknown>>('/docs-json'));
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
  const target = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  expect(refs.length).toBeGreaterThan(30);
  expect([...new Set(refs)].filter((ref) => !ref.startsWith('#/') || target(ref) === undefined)).toEqual([]);
});

/** Not served by our controllers: the API page, the files of the built admin. */
const foreign = /^\/(docs(-json)?(\/.*)?|assets\/.+|[\w-]+\.(html|js|svg|png|ico|json|webmanifest|txt))$/;

/** Public on purpose; each with its reason. */
const open = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /media/*',
  'GET /public/*',
  'GET /plans/list',
  'GET /webhooks/cloudapi/:connectionId',
  'POST /webhooks/cloudapi/:connectionId',
  'GET /webhooks/facebook/:connectionId',
  'POST /webhooks/facebook/:connectionId',
  'GET /webhooks/instagram/:connectionId',
  'POST /webhooks/instagram/:connectionId',
  'POST /auth/login',
  'POST /auth/refresh_token',
  'POST /auth/signup',
  'POST /companies/cadastro',
  'POST /forgetpassword/:email',
  'POST /resetpasswords/:email/:token/:password',
  'POST /auth/reset',
];

test('document and router have the same routes', () => {
  const documented = operationsOf(app).map((operation) => label(operation).replace('/:path', '/*'));
  const served = routeTable(app)
    .filter(({ path }) => !foreign.test(path))
    .map(label);
  expect([...new Set(served)].toSorted()).toEqual([...new Set(documented)].toSorted());
});

test('every handler of every controller declares its access', () => {
  const scanner = app.nest.get(MetadataScanner, { strict: false });
  const undeclared = app.nest
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype, instance }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return scanner.getAllMethodNames(prototype).flatMap((method) => {
        const handler = prototype[method] ?? {};
        if (Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return [];
        const rule = (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, metatype ?? {})) as
          | AccessRule
          | undefined;
        return rule?.public || rule?.allow ? [] : [`${metatype?.name}.${method}`];
      });
    });
  expect(undeclared).toEqual([]);
});

test('all public routes are on the list', () => {
  const served = operationsOf(app)
    .filter(({ access }) => access === 'public')
    .map((operation) => label(operation).replace('/:path', '/*'));
  expect(served.toSorted()).toEqual(open.toSorted());
});

/** A call that would succeed with the required rank. */
function call(client: Client, { method, path, body }: Operation) {
  const filled = path
    .replace('/u/:uuid', '/u/6f2f6a3e-95a1-4c07-9a57-0f2d4f6f1b11')
    .replace(/:key/, 'userRating')
    .replace(/:\w+/g, '999999999');
  return client.request(method, filled, body ? { body: sampleValue(body) } : {});
}

test('without a session: 401, with a broken one: 403 ERR_SESSION_EXPIRED', async () => {
  const visitor = app.visitor();
  const broken = app.visitor();
  broken.token = `${w.attendant.token}x`;
  for (const operation of operationsOf(app).filter(({ access }) => access !== 'public')) {
    const forPrograms = { status: 401, body: { code: 'ERR_CONNECTION_TOKEN' } };
    const expected = (status: number) =>
      operation.access === 'integration' ? forPrograms : { status, body: { code: 'ERR_SESSION_EXPIRED' } };
    expect([label(operation), await call(visitor, operation)]).toMatchObject([label(operation), expected(401)]);
    expect([label(operation), await call(broken, operation)]).toMatchObject([label(operation), expected(403)]);
  }
});

test('below the declared rank: 403 ERR_NO_PERMISSION on every route, before anything is read', async () => {
  const below: Readonly<Record<string, readonly Client[]>> = {
    user: [],
    supervisor: [w.attendant],
    admin: [w.attendant, w.supervisor],
    super: [w.attendant, w.supervisor, w.admin],
  };
  for (const operation of operationsOf(app)) {
    for (const client of below[operation.access ?? ''] ?? []) {
      expect([label(operation), client.me.profile, await call(client, operation)]).toMatchObject([
        label(operation),
        client.me.profile,
        {
          status: 403,
          body: {
            code: 'ERR_NO_PERMISSION',
            message: 'Você não tem permissão para acessar este recurso.',
            statusCode: 403,
          },
        },
      ]);
    }
  }
});

test('at the declared rank no route is refused for the rank', async () => {
  const ranks: Readonly<Record<string, Client>> = {
    user: w.attendant,
    supervisor: w.supervisor,
    admin: w.admin,
    super: app.platform,
  };
  for (const operation of operationsOf(app).filter(({ method }) => method === 'GET')) {
    const client = ranks[operation.access ?? ''];
    if (client) expect([label(operation), (await call(client, operation)).status]).not.toEqual([label(operation), 403]);
  }
});

test('features that the plan excludes are refused, to managers too', async () => {
  const none = Object.fromEntries(planFeatures.map((flag) => [flag, false]));
  const poor = await world(app, { plan: none });
  const integration = program(app, await connectionToken(poor, poor.connection.id));
  for (const operation of operationsOf(app).filter(({ plan }) => plan !== undefined)) {
    const client = operation.access === 'integration' ? integration : poor.admin;
    expect([label(operation), await call(client, operation)]).toMatchObject([
      label(operation),
      { status: 403, body: { code: 'ERR_NO_PERMISSION' } },
    ]);
  }
});

describe('a controller of the test', () => {
  @Controller()
  class ThrowAway {
    @Get('undeclared') undeclared(): string {
      return 'leaked';
    }
    @Get('open') @Public() open(): string {
      return 'open';
    }
    @Get('supervisors') @Allow('supervisor') supervisors(): string {
      return 'supervisors';
    }
    @Get('gated') @Allow('user') @Plan('useKanban') gated(): string {
      return 'gated';
    }
    @Get('integrations') @Allow('integration') integrations(): string {
      return 'integrations';
    }
  }

  let nest: NestFastifyApplication;
  let actor: Partial<Actor> | undefined;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      controllers: [ThrowAway],
      providers: [
        Context,
        JwtStrategy,
        { provide: SessionResolver, useValue: { verify: () => ({}), resolve: async () => actor } },
        { provide: ServiceTokens, useValue: {} },
        { provide: TokenThrottle, useValue: {} },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    }).compile();
    nest = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    const context = nest.get(Context);
    nest.useGlobalFilters(new ErrorFilter(context));
    nest
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (_request, _reply, done) => context.run({}, done));
    await nest.init();
    await nest.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => nest.close());

  const get = async (path: string, as?: Partial<Actor>): Promise<[number, string]> => {
    actor = as;
    const { statusCode, body } = await nest.inject({
      method: 'GET',
      url: path,
      ...(as ? { headers: { authorization: `Bearer ${w.attendant.token}` } } : {}),
    });
    return [statusCode, body];
  };
  const user = { profile: 'user', super: false, features: {} } as const;

  test('a route without a declaration is refused to all', async () => {
    for (const as of [undefined, user, { ...user, profile: 'admin', super: true } as const]) {
      const [status, body] = await get('/undeclared', as);
      expect(status).toBe(403);
      expect(body).not.toContain('leaked');
    }
  });

  test('rank and plan flag are required', async () => {
    expect(await get('/open')).toEqual([200, 'open']);
    expect((await get('/supervisors', user))[0]).toBe(403);
    expect(await get('/supervisors', { ...user, profile: 'supervisor' })).toEqual([200, 'supervisors']);
    expect((await get('/gated', user))[0]).toBe(403);
    expect((await get('/gated', { ...user, profile: 'admin', super: true, features: { useKanban: false } }))[0]).toBe(
      403,
    );
    expect(await get('/gated', { ...user, features: { useKanban: true } })).toEqual([200, 'gated']);
  });

  test('the token of a user is refused at routes of integrations', async () => {
    expect((await get('/integrations', { ...user, profile: 'admin', super: true }))[0]).toBeGreaterThanOrEqual(401);
  });
});
