import 'reflect-metadata';

export const RECORD_EXTENSION = 'atende:record-extension';

/** Further members of records, by id; ids without any may be left out. */
export type RecordExtender = (ids: readonly number[]) => Promise<ReadonlyMap<number, object>>;

/**
 * Marks a method that adds members to the records of an earlier module's resource, in the transaction of the answer.
 * @example `@ExtendsRecords('tags') async ticketCounts(ids: readonly number[]) { … }`
 */
export function ExtendsRecords(resource: string) {
  return <M extends RecordExtender>(_target: object, _key: string, descriptor: TypedPropertyDescriptor<M>): void => {
    if (descriptor.value) Reflect.defineMetadata(RECORD_EXTENSION, { resource }, descriptor.value);
  };
}
