import { jobPriorities } from './job.js';
import { type ClaimedJob, type ClaimTurn, platformTurn } from './outbox.queries.js';

export interface SlotLimits {
  /** Concurrent jobs. */
  readonly concurrency: number;
  /** With fewer free slots the next claim waits: a busy runner claims several jobs at a time. */
  readonly minFree: number;
  /** A company may always have so many, and more while as many are free for others; default: all. */
  readonly perCompany?: number;
}

/**
 * The slots of one kind of jobs, external or internal, and the companies that may have due ones: they take turns, so that
 * thousands of jobs of one delay no other.
 */
export class JobSlots {
  readonly running = new Set<ClaimedJob>();
  /** Set while jobs are claimed. */
  claiming: Promise<void> | undefined;
  /** In the order of their turns. */
  private readonly waiting = new Set<number>();
  /** They have as many slots as they may have. */
  private readonly held = new Set<number>();
  /** Of jobs that were stored while a claim was under way, which may bring the one before them. */
  private readonly followedKeys = new Set<string>();

  constructor(
    readonly external: boolean,
    private readonly limits: SlotLimits,
  ) {}

  /** The company may have due jobs. */
  addCompany(id: number): void {
    this.waiting.add(id);
  }

  get mayClaim(): boolean {
    return this.waiting.size > 0 && this.free >= this.limits.minFree;
  }

  /** The next companies; their slots are not taken before {@link start}. */
  nextTurns(): ClaimTurn[] {
    const { free } = this;
    const share = Math.max(1, Math.floor(free / this.waiting.size));
    const turns: ClaimTurn[] = [];
    let bulkRoom = this.bulkRoom();
    for (const id of this.waiting) {
      const turn = this.turnOf(id, share, bulkRoom);
      // the rest of them with the next claim, where they find room again
      if (turns.length === free || (turns.length > 0 && turn && !turn.bulk)) break;
      this.waiting.delete(id);
      if (turn) turns.push(turn);
      if (turn?.bulk) bulkRoom -= turn.most;
      else this.held.add(id);
    }
    return turns;
  }

  /** A job of the company may start without a claim: none waits for one that is known, and it has slots left. */
  mayStart(id: number): boolean {
    const { minFree, perCompany = Number.POSITIVE_INFINITY } = this.limits;
    if (this.waiting.has(id) || this.held.has(id) || this.free < minFree) return false;
    return count(this.running, (job) => ownerOf(job) === id) < perCompany;
  }

  /** Jobs with these ordering keys were stored: no claim finds them before the running ones have ended. */
  markFollowed(orderingKeys: readonly string[]): void {
    for (const key of orderingKeys) this.followedKeys.add(key);
    this.followRunning();
    if (!this.claiming) this.followedKeys.clear();
  }

  /** As {@link markFollowed}, where only the company of the stored jobs is known. */
  markAllFollowed(companyId: number): void {
    for (const job of this.running) if (ownerOf(job) === companyId) job.isFollowed = true;
  }

  /** What a claim brought: a company that got all it might has perhaps more. */
  start(turns: readonly ClaimTurn[], jobs: readonly ClaimedJob[]): void {
    for (const job of jobs) this.running.add(job);
    this.followRunning();
    for (const { id, most } of turns) if (count(jobs, (job) => ownerOf(job) === id) >= most) this.waiting.add(id);
  }

  end(job: ClaimedJob): void {
    this.running.delete(job);
    for (const id of this.held) this.waiting.add(id);
    this.held.clear();
  }

  /** No claim is under way any more. */
  claimed(): void {
    this.claiming = undefined;
    this.followedKeys.clear();
  }

  private followRunning(): void {
    for (const job of this.running)
      if (job.orderingKey !== null && this.followedKeys.has(job.orderingKey)) job.isFollowed = true;
  }

  private get free(): number {
    return this.limits.concurrency - this.running.size;
  }

  /** Jobs of another priority leave half of the slots to interactive ones: receivers that hang must not delay messages. */
  private bulkRoom(): number {
    const { concurrency, perCompany } = this.limits;
    return perCompany === undefined ? Number.POSITIVE_INFINITY : concurrency / 2 - count(this.running, isBulk);
  }

  private turnOf(id: number, share: number, bulkRoom: number): ClaimTurn | undefined {
    const { perCompany } = this.limits;
    if (perCompany === undefined) return { id, most: share, bulk: true };
    const own = [...this.running].filter((job) => ownerOf(job) === id);
    const bulk = count(own, isBulk);
    if (own.length - bulk >= Math.max(perCompany, this.free)) return undefined;
    const most = Math.min(share, perCompany);
    return { id, most, bulk: bulkRoom >= most && bulk < perCompany };
  }
}

const ownerOf = ({ companyId }: ClaimedJob): number => companyId ?? platformTurn;
const isBulk = ({ priority }: ClaimedJob): boolean => priority !== jobPriorities.interactive;
const count = (jobs: Iterable<ClaimedJob>, matches: (job: ClaimedJob) => boolean): number =>
  [...jobs].filter(matches).length;
