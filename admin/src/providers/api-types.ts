import type { components, operations } from '../../../dist/api/schema';

/** The shapes of the API by their names on the server; `npm run check:types` makes them of its OpenAPI document. */
export type Schemas = components['schemas'];

/** What a route answers, by the id of its operation. */
export type Answer<Id extends keyof operations> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A page of a list in its envelope. */
export type ListPage<Id extends keyof operations> = Exclude<Answer<Id>, readonly unknown[]>;
