import { globSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';

/**
 * Writes the JSON schemas of what routes answer and sockets send, from the types that the code declares: the return type
 * of each method of a controller, the records of each resource, and the members of `SocketEvents`. The answer of a
 * route becomes an alias at the end of its file, in memory, where the imports of the file apply.
 */
export function writeAnswerSchemas(target) {
  const files = [
    'src/core/realtime/socket-events.ts',
    ...globSync('src/**/*.{controller,resource,service,listener}.ts'),
  ].map((name) => ts.createSourceFile(resolve(name), ts.sys.readFile(name), ts.ScriptTarget.Latest, true));
  const answers = [...controllerAnswers(files), ...resourceAnswers(files)];
  const events = files.flatMap(socketEvents);
  const { definitions } = generatorFor(files, [...answers, ...events]).createSchema(
    [...answers, ...events].map(({ id }) => id),
  );
  const pick = (wanted) => Object.fromEntries(Object.entries(definitions).filter(([name]) => wanted(name)));
  const eventNames = new Map(events.map(({ id, name }) => [id, name]));
  const written = {
    operations: pick((name) => name.includes('_') && !eventNames.has(name)),
    schemas: pick((name) => !name.includes('_')),
    events: Object.fromEntries([...eventNames].map(([id, name]) => [name, definitions[id]])),
  };
  const text = JSON.stringify(written, (key, value) => (key === 'additionalProperties' && !value ? undefined : value));
  writeFileSync(target, text.replaceAll('#/definitions/', '#/components/schemas/'));
}

const routeDecorators = ['Get', 'Post', 'Put', 'Patch', 'Delete'];

const classesOf = (file) => file.statements.filter(ts.isClassDeclaration);
const methodsOf = (owner) => owner.members.filter(ts.isMethodDeclaration);
const decoratorOf = (node, ...names) =>
  ts.getDecorators(node)?.find(({ expression }) => names.includes(expression.expression?.text))?.expression;
const argumentsOf = (type, name) => (type.typeName?.getText() === name ? type.typeArguments : undefined);
const awaited = (type) => argumentsOf(type, 'Promise')?.[0] ?? type;

/** The answers of hand-written routes, also of those inherited, by the ids of their operations. */
function controllerAnswers(files) {
  const classes = files.flatMap((file) => classesOf(file).map((owner) => ({ file, owner })));
  const baseOf = (owner) =>
    classes.find((each) => each.owner.name.text === owner.heritageClauses?.[0].types[0].expression.getText());
  const answersOf = ({ file, owner }, name = owner.name.text) => [
    ...(baseOf(owner) ? answersOf(baseOf(owner), name) : []),
    ...methodsOf(owner)
      .filter((method) => decoratorOf(method, ...routeDecorators))
      .map((method) => ({ file, id: `${name}_${method.name.text}`, type: answerType(method) })),
  ];
  return classes.flatMap((each) => answersOf(each)).filter(({ type }) => type !== 'void');
}

function answerType(method) {
  const [type] = argumentsOf(awaited(method.type), 'PreparedJson') ?? [awaited(method.type)];
  const page = argumentsOf(type, 'Page')?.map((argument) => argument.getText());
  // the first of a list, which is never empty
  const text = type.getText().replace(/ \| undefined$/, '');
  return page ? pageType(decoratorOf(method, 'Envelope').arguments[0].text, ...page) : text;
}

/** Both dialects of a list, as PageInterceptor writes them. */
function pageType(envelope, row, extra = '{}') {
  const counts = 'hasMore: boolean; count: number; countIsMinimum?: boolean; cursor?: string | null';
  return envelope ? `({ '${envelope}': (${row})[]; ${counts} } & ${extra}) | (${row})[]` : `(${row})[]`;
}

/** The answers of generated routes. A record is what the service's `present` is typed as, or the columns that are entered. */
function resourceAnswers(files) {
  const presented = new Map(files.flatMap(presentedRecords));
  const extensions = new Map(files.flatMap(recordExtensions));
  return files.flatMap((file) => {
    const { name, entity, input, envelope = name, options } = resourceOf(file) ?? {};
    if (!name) return [];
    const controller = pascal(name.text);
    const shown = `Extract<keyof ${entity.text}, keyof ${input.text} | 'id' | 'createdAt' | 'updatedAt'>`;
    const columns = `Pick<${entity.text}, ${shown}> & ${extensions.get(name.text) ?? '{}'}`;
    const own = presented.get(entity.text) ?? { file, type: `${entity.text}Record` };
    const answer = (id, type) => ({ file: own.file, id: `${controller}${id}`, type });
    return [
      ...(presented.has(entity.text) ? [] : [{ file, id: own.type, type: columns }]),
      answer('ResourceController_list', pageType(envelope.text, own.type)),
      ...['get', 'create', 'update'].map((verb) => answer(`ResourceController_${verb}`, own.type)),
      answer('ResourceController_remove', '{ message: string }'),
      ...(options?.elements ?? []).map((route) => optionsAnswer(membersOf(route), own.type, answer)),
    ];
  });
}

function optionsAnswer({ path, fields, envelope }, record, answer) {
  const names = fields?.elements
    .map((field) => (ts.isSpreadElement(field) ? `(typeof ${field.expression.getText()})[number]` : field.getText()))
    .join(' | ');
  const rows = names ? `Pick<${record}, ${names}>[]` : `(${record})[]`;
  return answer(`${pascal(path.text)}OptionsController_list`, envelope ? `{ ${envelope.text}: ${rows} }` : rows);
}

const pascal = (name) => name.replace(/(^|-)(\w)/g, (_whole, _dash, letter) => letter.toUpperCase());

const membersOf = (literal) =>
  Object.fromEntries(
    literal.properties.filter(ts.isPropertyAssignment).map((each) => [each.name.text, each.initializer]),
  );

function resourceOf(file) {
  const calls = file.statements
    .filter(ts.isVariableStatement)
    .map(({ declarationList }) => declarationList.declarations[0].initializer);
  const call = calls.find((each) => each?.expression?.getText() === 'defineResource');
  return call && membersOf(call.arguments[0]);
}

/** By entity: the record type of the service that presents it. */
const presentedRecords = (file) =>
  classesOf(file).flatMap((owner) => {
    const entity = owner.heritageClauses?.[0].types[0].typeArguments?.[0].getText();
    const rows = methodsOf(owner).find(({ name }) => name.text === 'present');
    return rows ? [[entity, { file, type: awaited(rows.type).elementType.getText() }]] : [];
  });

/** By resource: the members that another module adds to its records. */
const recordExtensions = (file) =>
  classesOf(file)
    .flatMap(methodsOf)
    .filter((method) => decoratorOf(method, 'Answers')?.arguments[0].text === 'recordMembers')
    .flatMap((method) => argumentsOf(awaited(method.type), 'RecordMembers')[0].members)
    .map((member) => [member.name.text, member.type.getText()]);

/** The members that a file adds to `SocketEvents`: payloads by name. */
const socketEvents = (file) =>
  file.statements
    .flatMap((each) => (ts.isModuleDeclaration(each) ? each.body.statements : [each]))
    .filter((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'SocketEvents')
    .flatMap(({ members }) => members)
    .map(({ name, type }) => ({
      file,
      id: `SocketEvents_${name.text.replaceAll('-', '')}`,
      name: name.text,
      type: type.getText(),
    }));

function generatorFor(files, answers) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    '.',
  );
  const host = ts.createCompilerHost(options);
  const aliases = Map.groupBy(answers, ({ file }) => file.fileName);
  const read = host.readFile;
  // MikroORM's brand of columns with a default means nothing outside, and times are text there anyway
  host.readFile = (name) =>
    [
      read(name)
        ?.replaceAll(/ & Opt\b/g, '')
        .replaceAll(/\bStored(?=<\w+>)/g, 'Readonly'),
      ...(aliases.get(name) ?? []).map(({ id, type }) => `export type ${id} = ${type};`),
    ].join('\n');
  const names = files.map(({ fileName }) => fileName);
  const tsProgram = ts.createProgram(names, options, host);
  return createGenerator({ tsProgram, skipTypeCheck: true, functions: 'hide' });
}
