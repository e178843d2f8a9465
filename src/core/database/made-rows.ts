type Make = (values: readonly unknown[]) => unknown;

const makers = new Map<string, Make>();
/** The makers by the field list of a prepared statement, which is the same object at each run. */
const known = new WeakMap<object, Make>();

/**
 * Makes objects of rows with a function that is generated for their columns. The driver would assign key by key, which
 * takes twice as long and makes objects that are slower to read. Columns `a.id` and `a.name` become one object `a`,
 * which is null when the first of them is null.
 */
export function madeRows<T>(fields: readonly { readonly name: string }[], rows: readonly (readonly unknown[])[]): T[] {
  if (rows.length === 0) return [];
  const make = known.get(fields) ?? makerFor(fields.map(({ name }) => name));
  known.set(fields, make);
  return rows.map((row) => make(row) as T);
}

function makerFor(columns: readonly string[]): Make {
  const key = columns.join('\0');
  const make = makers.get(key) ?? makerOf(columns);
  makers.set(key, make);
  return make;
}

function makerOf(columns: readonly string[]): Make {
  const members = new Map<string, string>();
  const objects = new Map<string, { readonly first: string; readonly members: Map<string, string> }>();
  for (const [index, column] of columns.entries()) {
    const [name = '', inner] = column.split('.');
    const value = `values[${index}]`;
    if (inner === undefined) members.set(name, value);
    else {
      const object = objects.get(name) ?? { first: value, members: new Map<string, string>() };
      objects.set(name, object);
      object.members.set(inner, value);
      members.set(name, `${object.first} === null ? null : ${literal(object.members)}`);
    }
  }
  return new Function('values', `return ${literal(members)}`) as Make;
}

const literal = (members: ReadonlyMap<string, string>): string =>
  `{ ${[...members].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')} }`;
