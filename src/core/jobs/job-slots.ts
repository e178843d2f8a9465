import { jobPriorities } from './job.js';
import { type ClaimedJob, type ClaimTurn, platformTurn } from './outbox.queries.js';

export interface SlotLimits {
  /** How many jobs may run at the same time. */
  readonly concurrency: number;
  /** With fewer free slots the next claim waits, so that a busy runner claims several jobs at a time. */
  readonly minFree: number;
  /** How many slots a company may always use; it may use more while as many are free for others. Default: all. */
  readonly perCompany?: number;
}

/**
 * The slots of one kind of jobs, external or internal, and the companies that may have due jobs. Companies take turns,
 * so that thousands of jobs of one delay no other.
 */
export class JobSlots {
  readonly running = new Set<ClaimedJob>();
  /** Set while jobs are being claimed. */
  claiming: Promise<void> | undefined;
  /** Companies that may have due jobs, in the order of their turns. */
  private readonly waiting = new Set<number>();
  /** Companies that may use no further slot until a job ends. */
  private readonly held = new Set<number>();
  /** Ordering keys of jobs that were stored during a claim, which may return the job before them. */
  private readonly followedKeys = new Set<string>();

  constructor(
    readonly external: boolean,
    private readonly limits: SlotLimits,
  ) {}

  /** Notes that the company may have due jobs. */
  addCompany(id: number): void {
    this.waiting.add(id);
  }

  get mayClaim(): boolean {
    return this.waiting.size > 0 && this.free >= this.limits.minFree;
  }

  /** Returns the turns of the next companies; their slots are only taken by {@link start}. */
  nextTurns(): ClaimTurn[] {
    const { free } = this;
    const share = Math.max(1, Math.floor(free / this.waiting.size));
    const turns: ClaimTurn[] = [];
    let bulkRoom = this.bulkRoom();
    for (const id of this.waiting) {
      const turn = this.turnOf(id, share, bulkRoom);
      // the remaining companies follow in the next claim, which computes the free slots again
      if (turns.length === free || (turns.length > 0 && turn && !turn.bulk)) break;
      this.waiting.delete(id);
      if (turn) turns.push(turn);
      if (turn?.bulk) bulkRoom -= turn.most;
      else this.held.add(id);
    }
    return turns;
  }

  /** Whether a job of the company may start without a claim: it has free slots, and none of its known jobs waits. */
  mayStart(id: number): boolean {
    const { minFree, perCompany = Number.POSITIVE_INFINITY } = this.limits;
    if (this.waiting.has(id) || this.held.has(id) || this.free < minFree) return false;
    return count(this.running, (job) => ownerOf(job) === id) < perCompany;
  }

  /** Notes that jobs with these ordering keys were stored, which no claim finds before the running ones have ended. */
  markFollowed(orderingKeys: readonly string[]): void {
    for (const key of orderingKeys) this.followedKeys.add(key);
    this.followRunning();
    if (!this.claiming) this.followedKeys.clear();
  }

  /** Like {@link markFollowed}, for when only the company of the stored jobs is known. */
  markAllFollowed(companyId: number): void {
    for (const job of this.running) if (ownerOf(job) === companyId) job.isFollowed = true;
  }

  /** Takes the claimed jobs; a company that got as many as it might get perhaps has more. */
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

  /** Call it when the claim has ended. */
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

  /** Other jobs leave half of the slots to interactive ones, so that hanging receivers do not delay messages. */
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
