import simpleRestProvider from 'ra-data-simple-rest';
import type {
  DataProvider,
  DeleteParams,
  fetchUtils,
  GetListParams,
  QueryFunctionContext,
  RaRecord,
} from 'react-admin';
import { type ApiOptions, request } from './http';

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isMethod(method: string): method is NonNullable<ApiOptions['method']> {
  return methods.includes(method);
}

const client: typeof fetchUtils.fetchJson = async (url, options = {}) => {
  const method = options.method ?? 'GET';
  if (!isMethod(method)) throw new Error(`Unexpected method ${method}`);
  const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined;
  const reply = await request(String(url), { method, body, signal: options.signal ?? undefined });
  return { status: reply.status, headers: reply.headers, body: '', json: reply.body };
};

const rest = simpleRestProvider('', client);

/** react-admin's access to the API; the name of a resource is its path. */
export const dataProvider: DataProvider = {
  ...rest,
  supportAbortSignal: true,
  async getList<R extends RaRecord>(resource: string, params: GetListParams & QueryFunctionContext) {
    const { data, total } = await rest.getList<R>(resource, params);
    if (Number.isInteger(total)) return { data, total };
    // 'Content-Range: contacts 0-19/*': the server does not count that many rows
    const { page = 1, perPage = 0 } = params.pagination ?? {};
    return { data, pageInfo: { hasNextPage: data.length === perPage, hasPreviousPage: page > 1 } };
  },
  async delete<R extends RaRecord>(resource: string, { id, meta }: DeleteParams<R>) {
    const { confirm } = (meta ?? {}) as { confirm?: string };
    const query = confirm === undefined ? '' : `?${new URLSearchParams({ confirm })}`;
    const { json } = await client(`/${resource}/${encodeURIComponent(String(id))}${query}`, { method: 'DELETE' });
    return { data: json as R };
  },
};
