const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The order of the modules, read from the list that the application itself runs by. */
function moduleOrder() {
  const text = readFileSync(join(__dirname, 'src/app.module.ts'), 'utf8');
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/modules\/([\w-]+\/[\w-]+)\//g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const list = (/export const modules = \[([^\]]*)\]/.exec(text)?.[1] ?? '').replace(/\/\/.*/g, '');
  const order = [...list.matchAll(/\w+/g)].map(([name]) => folders.get(name));
  if (order.length === 0 || order.includes(undefined))
    throw new Error('src/app.module.ts has no readable `export const modules = […]`');
  return order;
}

const order = moduleOrder();
const adminOrder = ['app', 'features', 'conversation', 'schema', 'shared', 'providers', 'i18n'];
const forbidden = [
  {
    name: 'no-circle',
    comment: 'A circle has no first step: move what both need down, or speak by an event.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'core-knows-no-module',
    comment: 'What core needs from a module is a port that core declares (docs/ARCHITECTURE.md).',
    severity: 'error',
    // config.spec.ts compares .env.example with the variables of core and of all modules
    from: { path: '^src/core/', pathNot: '^src/core/config/config\\.spec\\.ts$' },
    to: { path: '^src/', pathNot: '^src/core/' },
  },
  {
    name: 'module-is-listed',
    comment: 'Every folder of src/modules is in the ordered list of src/app.module.ts.',
    severity: 'error',
    from: {},
    to: { path: '^src/modules/', pathNot: `^src/modules/(${order.join('|')})/` },
  },
  {
    name: 'module-keeps-to-itself',
    comment:
      'Of another module only entity, service, events, errors, dto, policy and queries are visible, and the port of the channels.',
    severity: 'error',
    from: { path: '^src/modules/([^/]+/[^/]+)/', pathNot: '\\.(module|spec)\\.ts$' },
    to: {
      path: '^src/modules/',
      pathNot: [
        '^src/modules/$1/',
        '\\.(entity|service|events|errors|dto|policy|queries)\\.ts$',
        '^src/modules/channels/connections/channels/channel\\.ts$',
      ],
    },
  },
  {
    name: 'module-wiring',
    comment: 'A module file may also name the module files of others, for what they export.',
    severity: 'error',
    from: { path: '^src/modules/([^/]+/[^/]+)/.*\\.module\\.ts$' },
    to: {
      path: '^src/modules/',
      pathNot: [
        '^src/modules/$1/',
        '\\.(module|entity|service|events|errors|dto|policy|queries)\\.ts$',
        '^src/modules/channels/connections/channels/channel\\.ts$',
      ],
    },
  },
  ...order.slice(0, -1).map((name, index) => ({
    name: `${name}-comes-before-${order[index + 1]}`,
    comment: 'A module imports only modules before it in the list; later ones hear of it by events.',
    severity: 'error',
    from: { path: `^src/modules/${name}/` },
    to: { path: `^src/modules/(${order.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'sockets-only-in-realtime',
    comment: 'Services never know that sockets exist.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/core/realtime/', '\\.spec\\.ts$'] },
    to: { path: 'node_modules/(socket\\.io|@nestjs/(websockets|platform-socket\\.io))/' },
  },
  {
    name: 'redis-only-in-core',
    comment: 'Connections come from RedisConnections, which says what happens when Redis is away; Bull only wakes.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/core/(redis|jobs|realtime)/', '\\.spec\\.ts$'] },
    to: { path: 'node_modules/(ioredis|bull|@nestjs/bull|rate-limiter-flexible|@socket\\.io/redis-streams-adapter)/' },
  },
  {
    name: 'out-only-through-the-guard',
    comment: 'Outgoing requests go through OutboundHttp, mail through Mail.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/core/(http|mail)/', '\\.spec\\.ts$'] },
    to: { path: 'node_modules/(undici|nodemailer)/' },
  },
  {
    name: 'admin-stands-apart',
    comment: 'The contract between admin and server is HTTP.',
    severity: 'error',
    from: { path: '^admin/' },
    to: { path: '^(src|test)/' },
  },
  ...adminOrder.slice(1).map((folder, index) => ({
    name: `admin-${folder}-comes-after-${adminOrder[index]}`,
    comment: 'A folder of the admin imports only from those after it.',
    severity: 'error',
    from: { path: `^admin/src/${folder}/` },
    to: { path: `^admin/src/(${adminOrder.slice(0, index + 1).join('|')})/` },
  })),
  {
    name: 'admin-page-keeps-to-itself',
    comment: 'What pages share stands in conversation or in shared; these few files are read by other pages.',
    severity: 'error',
    from: { path: '^admin/src/features/([^/]+/[^/]+)/' },
    to: {
      path: '^admin/src/features/',
      pathNot: [
        '^admin/src/features/$1/',
        '^admin/src/features/automation/webhooks/(delivery-log|secret-dialog)\\.tsx$',
        '^admin/src/features/campaigns/mass/(campaign-status|editor/template-fields|test-field|types)\\.tsx?$',
        '^admin/src/features/platform/(companies/plan-usage|helps/help-pages)\\.tsx?$',
      ],
    },
  },
  {
    name: 'admin-conversation-model-is-pure',
    comment: 'The model of conversations is types and functions; data reads and writes them, ui shows both.',
    severity: 'error',
    from: { path: '^admin/src/conversation/model/' },
    to: { path: ['^admin/src/conversation/(data|ui)/', 'node_modules/(react|@mui|@tanstack)'] },
  },
  {
    name: 'admin-conversation-data-knows-no-ui',
    severity: 'error',
    from: { path: '^admin/src/conversation/data/' },
    to: { path: ['^admin/src/conversation/ui/', 'node_modules/@mui/'] },
  },
  {
    name: 'server-stands-apart',
    severity: 'error',
    from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
    to: { path: '^(admin|test)/' },
  },
  {
    name: 'no-spec-in-code',
    severity: 'error',
    from: { pathNot: '\\.spec\\.tsx?$' },
    to: { path: '\\.spec\\.tsx?$' },
  },
  {
    name: 'server-runs-without-dev-packages',
    severity: 'error',
    from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'resolvable',
    comment: 'baileys is an optional peer, loaded where it is installed (ADR 34).',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^baileys$' },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
