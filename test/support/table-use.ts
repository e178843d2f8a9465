import ts from 'typescript';

export interface TableUse {
  readonly table: string;
  readonly kind: 'read' | 'write';
  readonly line: number;
}

/** Table by the name of its entity class. */
export type Entities = ReadonlyMap<string, string>;

const statement =
  /\b(insert\s+into|update(?!\s+set)|delete\s+from|from|join|into|copy)\s+(?:only\s+)?(?:lateral\s+)?"?([a-z_]+)"?/gi;
const writing = /^(insert|update|delete|copy)/i;
const writingCalls = new Set([
  'create',
  'insert',
  'insertMany',
  'upsert',
  'upsertMany',
  'nativeUpdate',
  'nativeDelete',
]);
const readingCalls = new Set(['find', 'findOne', 'findOneOrFail', 'findAll', 'findAndCount', 'findByCursor', 'count']);
const kyselyCalls = new Map<string, TableUse['kind']>([
  ['selectFrom', 'read'],
  ['innerJoin', 'read'],
  ['leftJoin', 'read'],
  ['insertInto', 'write'],
  ['updateTable', 'write'],
  ['deleteFrom', 'write'],
]);

/** The tables that a source file reads and writes: in SQL text, through the entity manager, through Kysely. */
export function tableUse(path: string, text: string, entities: Entities): TableUse[] {
  const tables = new Set(entities.values());
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const uses: TableUse[] = [];
  const add = (table: string | undefined, kind: TableUse['kind'], node: ts.Node): void => {
    if (table === undefined || !tables.has(table)) return;
    uses.push({ table, kind, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    const sql = sqlOf(node);
    if (sql !== undefined) {
      for (const [, verb = '', table = ''] of sql.matchAll(statement))
        add(table.toLowerCase(), writing.test(verb) ? 'write' : 'read', node);
      if (!ts.isTemplateExpression(node)) return;
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      const name = node.expression.name.text;
      const kysely = kyselyCalls.get(name);
      if (first && ts.isIdentifier(first)) {
        if (writingCalls.has(name)) add(entities.get(first.text), 'write', node);
        else if (readingCalls.has(name)) add(entities.get(first.text), 'read', node);
      } else if (first && kysely && ts.isStringLiteralLike(first)) add(first.text.split(' ')[0], kysely, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** The text of a string or template; an interpolated value becomes a parameter. */
function sqlOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `$1${literal.text}`).join('');
}
