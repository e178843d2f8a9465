/** A file that is not what the layout says; nothing of it was kept. */
export class LeadFileError extends Error {
  constructor(
    readonly file: string,
    readonly line: number | undefined,
    reason: string,
  ) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${reason}`);
  }
}
