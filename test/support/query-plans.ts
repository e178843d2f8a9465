import { roles } from '../../src/core/database/database-types.js';
import type { TestDatabase } from './database.js';
import { until } from './until.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Function Name'?: string;
  readonly 'Join Type'?: string;
  readonly 'Scan Direction'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of one statement. */
export interface Plan {
  readonly sql: string;
  /** Kinds of nodes, tables and indexes, one a line; no costs and no numbers of rows. */
  readonly shape: string;
  readonly tables: readonly string[];
  /** Those of them with a sequential scan. */
  readonly sequentiallyScanned: readonly string[];
}

/**
 * Makes the server log the plans of all statements of the application's two roles in this database, inside of functions
 * too; call it before they connect.
 */
export async function explainEverything({ query, url }: TestDatabase): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    work_mem: '4MB',
    effective_cache_size: '4GB',
    // the plan of a prepared statement must not depend on how often it ran before
    plan_cache_mode: 'force_custom_plan',
  };
  for (const role of Object.values(roles))
    for (const [setting, value] of Object.entries(settings))
      await query(`alter role ${role} in database ${name} set ${setting} = '${value}'`);
}

/** The plans of the application's statements during `act`; a plan is logged at the latest when its transaction ends. */
export async function plansOf({ query }: TestDatabase, act: () => Promise<unknown>): Promise<Plan[]> {
  const pids = async (): Promise<number[]> =>
    (await query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()')).map(
      ({ pid }) => pid,
    );
  const size = async (): Promise<number> =>
    Number((await query<{ size: string }>("select size from pg_stat_file('server.log')"))[0]?.size);
  const from = await size();
  const ours = new Set(await pids());
  await act();
  await until('no transaction is open', async () => {
    const open = await query(`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
    return open.length === 0;
  });
  for (const pid of await pids()) ours.add(pid);
  const [log] = await query<{ text: string }>("select pg_read_file('server.log', $1, $2) as text", [
    from,
    (await size()) - from,
  ]);
  return entries(log?.text ?? '', ours);
}

function entries(log: string, ours: ReadonlySet<number>): Plan[] {
  return log.split(/^(?=\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\])/m).flatMap((entry) => {
    const [, pid, json] =
      /^\S+ \S+ \S+ \[(\d+)\] LOG: {2}duration: [\d.]+ ms {2}plan:\n(\t\{[\s\S]*\})\n/.exec(entry) ?? [];
    if (json === undefined || !ours.has(Number(pid))) return [];
    const { 'Query Text': text, Plan: root } = JSON.parse(json.replace(/^\t/gm, '')) as {
      'Query Text': string;
      Plan: PlanNode;
    };
    const nodes = flat(root);
    return [
      {
        sql: text.replace(/\s+/g, ' ').trim(),
        shape: lines(root, 0).join('\n'),
        tables: tablesOf(nodes),
        sequentiallyScanned: tablesOf(nodes.filter((node) => node['Node Type'] === 'Seq Scan')),
      },
    ];
  });
}

const tablesOf = (nodes: readonly PlanNode[]): string[] => nodes.flatMap((node) => node['Relation Name'] ?? []);

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/**
 * A bitmap of one index is written as a scan of that index: which of the two a statement takes depends on the sample that
 * `analyze` happened to draw.
 */
function lines(node: PlanNode, depth: number): string[] {
  const { Operation: operation, 'Relation Name': table, 'Index Name': index, 'Function Name': called } = node;
  const join = node['Join Type'];
  const [bitmap] = node.Plans ?? [];
  if (node['Node Type'] === 'Bitmap Heap Scan' && bitmap?.['Node Type'] === 'Bitmap Index Scan')
    return lines(
      { ...node, 'Node Type': 'Index Scan', 'Index Name': bitmap['Index Name'], Plans: node.Plans?.slice(1) ?? [] },
      depth,
    );
  const what = [
    node['Node Type'],
    ...(join && join !== 'Inner' ? [join] : []),
    ...(node['Scan Direction'] === 'Backward' ? ['backward'] : []),
    ...(operation && operation !== 'Select' ? [operation.toLowerCase()] : []),
    ...[table, called].filter((name) => name !== undefined),
    ...(index ? [`by ${index}`] : []),
  ];
  return [`${'  '.repeat(depth)}${what.join(' ')}`, ...(node.Plans ?? []).flatMap((each) => lines(each, depth + 1))];
}
