/** A file does not match the layout; none of its rows were stored. */
export class LeadFileError extends Error {
  constructor(
    readonly file: string,
    readonly line: number | undefined,
    reason: string,
  ) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${reason}`);
  }
}
