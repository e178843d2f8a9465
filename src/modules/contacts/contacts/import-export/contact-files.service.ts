import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { TaskFailed, TaskProcess } from '../../../../core/processing/task-process.js';
import { Storage } from '../../../../core/storage/storage.js';
import { type ContactFile, type FileProblem, type ReadingRules, readColumns, readContactFile } from './contact-file.js';
import type { FoundColumn } from './contact-import.entity.js';
import { tooLarge, unreadableFile } from './contact-imports.errors.js';

export interface FileLimits {
  readonly lines: number;
  readonly megabytes: number;
}

/** Reads and validates contacts of stored CSV or XLSX files in a separate process. */
@Injectable()
export class ContactFilesService {
  constructor(
    private readonly storage: Storage,
    private readonly taskProcess: TaskProcess,
  ) {}

  /** The contacts of a file. */
  read(mediaKey: string, megabytes: number, rules: ReadingRules): Promise<ContactFile | FileProblem> {
    return this.run(mediaKey, megabytes, (bytes) => this.taskProcess.run(readContactFile, bytes, rules));
  }

  /** The columns of a file with their first values. */
  columns(mediaKey: string, megabytes: number): Promise<readonly FoundColumn[] | FileProblem> {
    return this.run(mediaKey, megabytes, (bytes) => this.taskProcess.run(readColumns, bytes));
  }

  private async run<T>(
    mediaKey: string,
    megabytes: number,
    task: (bytes: Buffer) => Promise<T>,
  ): Promise<T | FileProblem> {
    const bytes = await readAll((await this.storage.open(mediaKey)).stream, megabytes * 1024 * 1024);
    if (!bytes) return { problem: tooLarge(megabytes) };
    try {
      return await task(bytes);
    } catch (error) {
      if (error instanceof TaskFailed) return { problem: unreadableFile };
      throw error;
    }
  }
}

/** null if the file is larger than `most`. */
async function readAll(file: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return null;
  }
  return Buffer.concat(chunks);
}
