import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from './lib/processes.mjs';
import { root } from './lib/root.mjs';

/** `npm run new contacts/suppliers [supplier]`: the four files of a module, its place at the end of its family and its line in the map. */
const [path = '', ...names] = process.argv.slice(2);
const [family, plural] = path.split('/');
const [
  many,
  one = many
    ?.replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1s')
    .replace(/s$/, ''),
] = [plural, ...names];
const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
if (!many || !kebab.test(many) || !kebab.test(one) || many === one)
  fail('Usage: npm run new <family>/<plural-in-kebab-case> [singular]');
const families = globSync('src/modules/*', { cwd: root }).map((folder) => basename(folder));
if (!families.includes(family)) fail(`${family} is no family: ${families.toSorted().join(', ')}.`);

const home = `src/modules/${family}/${many}`;
const folder = join(root, home);
if (existsSync(folder)) fail(`${home} is there already.`);

const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
const camel = (name) => pascal(name).replace(/^\w/, (letter) => letter.toLowerCase());
const words = (name) => name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase());
const [entity, module] = [pascal(one), `${pascal(many)}Module`];
const table = many.replaceAll('-', '_');

/** Names of this module that are taken, maybe in a folder of another name. */
const taken = new RegExp(
  `\\bname: '${many}'|\\btableName: '${table}'|\\bclass (${entity}|${entity}Input|${module})\\b|@Controller\\('${many}'`,
);
for (const file of globSync('src/**/*.{controller,dto,entity,module,page,resource}.ts', { cwd: root })) {
  const [found] = taken.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (found) fail(`${file} has ${found} already: choose another name.`);
}

const text = (name) => `t('${words(name)}', '${words(name)}', '${words(name)}')`;

const files = {
  [`${one}.entity.ts`]: `import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

@Entity({ tableName: '${table}' })
@Unique({ properties: ['companyId', 'name'] })
export class ${entity} extends TenantEntity {
  @Property({ length: 100 })
  name!: string;
}
`,
  [`${many}.dto.ts`]: `import { t } from '../../../core/i18n.js';
import { Text } from '../../../core/resource/fields.js';

export class ${entity}Input {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 100 })
  name!: string;
}
`,
  [`${many}.resource.ts`]: `import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { ${entity} } from './${one}.entity.js';
import { ${entity}Input } from './${many}.dto.js';

export const ${camel(many)} = defineResource({
  name: '${many}',
  entity: ${entity},
  input: ${entity}Input,${camel(many) === `${camel(one)}s` ? '' : `\n  singular: '${camel(one)}',`}
  label: { one: ${text(one)}, many: ${text(many)} },
  empty: ${text(many)},
  search: ['name'],
  sort: ['name', 'asc'],
  access: { read: 'user', write: 'admin' },
  live: { to: 'company' },
  unique: [{ field: 'name' }],
  menu: { section: 'management', order: 90, icon: 'List' },
});
`,
  [`${many}.module.ts`]: `import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ${camel(many)} } from './${many}.resource.js';

@Module(resourceModule(${camel(many)}))
export class ${module} {}
`,
};

const appModule = edit('src/app.module.ts', `\n  ${module},\n`, (source) =>
  source
    .replace(/^/, `import { ${module} } from './modules/${family}/${many}/${many}.module.js';\n`)
    .replace(new RegExp(`(// ${family}\n(?:  \\w+,\n)*)`), `$1  ${module},\n`),
);
const line = `${home}/ — ${words(many).toLowerCase()}\n`;
const map = edit('docs/ARCHITECTURE.md', line, (source) =>
  source.replace(new RegExp(`(^src/modules/${family}/.* — .*\\n)(?!src/modules/${family}/)`, 'm'), `$1${line}`),
);
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
const written = [appModule, ...Object.keys(files).map((name) => `${home}/${name}`)];
await run('node_modules/.bin/biome', ['check', '--write', ...written]);
process.stdout.write(
  `${[...written, map].join('\n')}\nNow say the labels in three languages and run: npm run migration -- add-${many}\n`,
);

function edit(file, expected, change) {
  const changed = change(readFileSync(join(root, file), 'utf8'));
  if (!changed.includes(expected)) fail(`${file} has no list to add to.`);
  writeFileSync(join(root, file), changed);
  return file;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
