import { EVENT_ANSWER, mark } from './event.js';

/** What an earlier module asks and later ones answer, in its transaction (`Events.ask`). */
export interface Port<Question, Answer> {
  readonly name: string;
  readonly required: boolean;
  /** For the types only. */
  readonly answer?: (question: Question) => Answer;
}

/** The question of a port. */
export type Asked<P> = P extends Port<infer Question, unknown> ? Question : never;

const ports = new Set<Port<never, unknown>>();
/** Every declared port, for the boot check. */
export const allPorts: ReadonlySet<Port<never, unknown>> = ports;

/** Declares a port in the module that asks. `required`: the application refuses to boot when nobody answers. */
export function definePort<Question, Answer>(name: string, { required = false } = {}): Port<Question, Answer> {
  const port = { name, required };
  ports.add(port);
  return port;
}

/** A method that answers, in the order of the modules. `earlier`: what those before it answered. */
export function Answers<Question, Answer>(port: Port<Question, Answer>) {
  return <M extends (question: Question, earlier: readonly Answer[]) => Promise<Answer>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_ANSWER, { port });
}
