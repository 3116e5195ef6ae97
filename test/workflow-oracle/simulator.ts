import { createHash } from 'node:crypto';
import type { Json } from '../harness.ts';
import type { Action, Definition, Scenario, Step, Values } from './scenario.ts';

/** What docs/workflows.md says about workflows, in plain code: one thing after another, in memory, with hours as its clock. */

export interface SimulatedRecord {
  title: string | null;
  department: string | null;
  score: number;
  tags: string[];
  tasks: string[];
}

export interface SimulatedEnrollment {
  readonly of: 'main' | 'second';
  readonly record: number;
  step: string;
  status: 'active' | 'paused' | 'completed' | 'exited' | 'failed';
  /** Undefined while it waits for nothing. */
  waiting: { readonly until: number; event: boolean } | undefined;
  readonly reached: Map<string, boolean>;
  readonly log: [step: string, outcome: string][];
}

interface Ids {
  /** The id of a workflow, with which a split divides its records. */
  readonly workflows: { readonly main: string; readonly second: string };
  readonly records: readonly string[];
}

const matchesValue = (value: string | null, wanted: Json): boolean =>
  typeof wanted === 'string' ? value === wanted : value !== wanted.ne;

const matches = (record: Values, filter: Json): boolean =>
  Object.entries<Json>(filter).every(([key, wanted]) => matchesValue(record[key as keyof Values], wanted));

const hoursOf = (text: string): number => Number(text.replace('h', ''));

const isOpen = ({ status }: SimulatedEnrollment): boolean => status === 'active' || status === 'paused';

export class Simulator {
  readonly records: SimulatedRecord[];
  readonly enrollments: SimulatedEnrollment[] = [];
  readonly #scenario: Scenario;
  readonly #ids: Ids;
  #hour = 0;

  constructor(scenario: Scenario, ids: Ids) {
    this.#scenario = scenario;
    this.#ids = ids;
    this.records = scenario.records.map((values) => ({ ...values, score: 0, tags: [], tasks: [] }));
  }

  /** The open enrollment of a record in the main workflow. */
  openOf(record: number): SimulatedEnrollment | undefined {
    return this.enrollments.find((one) => one.of === 'main' && one.record === record && isOpen(one));
  }

  act(action: Action): void {
    if (action.kind === 'advance') {
      this.#hour += action.hours;
      // Waits that begin meanwhile begin now, so one look at all that wait is enough.
      for (const one of [...this.enrollments]) if ((one.waiting?.until ?? Infinity) <= this.#hour) this.#run(one);
      return;
    }
    const open = this.openOf(action.record);
    if (action.kind === 'enroll' && !open) this.#enroll('main', action.record);
    if (action.kind === 'leave' && open) open.status = 'exited';
    if (action.kind === 'pause' && open) open.status = 'paused';
    if (action.kind === 'resume' && open?.status === 'paused') {
      open.status = 'active';
      this.#look(open);
    }
    if (action.kind === 'activity')
      this.#happened(action.record, ({ type, filter }) => type === 'activity.created' && filter.type === action.type);
    if (action.kind === 'change') this.#change(action.record, action.values);
  }

  #definition({ of }: Pick<SimulatedEnrollment, 'of'>): Definition {
    return this.#scenario[of];
  }

  #record({ record }: Pick<SimulatedEnrollment, 'record'>): SimulatedRecord {
    return this.records[record] as SimulatedRecord;
  }

  #enroll(of: 'main' | 'second', record: number): void {
    const step = this.#scenario[of].steps[0]?.key ?? '';
    const one: SimulatedEnrollment = {
      of,
      record,
      step,
      status: 'active',
      waiting: undefined,
      reached: new Map(),
      log: [],
    };
    this.enrollments.push(one);
    this.#run(one);
  }

  /** A user changes a record: it may be enrolled, its waits may end, and it may have reached a goal or an exit. */
  #change(record: number, values: Partial<Values>): void {
    const state = this.#record({ record });
    const before = { ...state };
    Object.assign(state, values);
    if (state.title === before.title && state.department === before.department) return;
    const { trigger, triggerConfig } = this.#scenario.main;
    const inIt = this.openOf(record);
    if (inIt) {
      const known = [...this.enrollments];
      this.#happened(record, ({ type, filter }) => type === 'contact.updated' && matches(state, filter));
      for (const one of known) if (one.record === record && one.waiting && !one.waiting.event) this.#look(one);
      return;
    }
    const starts = trigger === 'recordUpdated' && state.department !== before.department;
    if (starts && matches(state, triggerConfig.filter)) this.#enroll('main', record);
  }

  /** An event ends the waits for it. */
  #happened(record: number, isIt: (event: Json) => boolean): void {
    for (const one of [...this.enrollments]) {
      if (one.record !== record || !isOpen(one) || !one.waiting) continue;
      const { event } = this.#step(one)?.config ?? {};
      if (!event || !isIt(event)) continue;
      one.waiting.event = true;
      this.#look(one);
    }
  }

  #step(one: SimulatedEnrollment): Step | undefined {
    return this.#definition(one).steps.find(({ key }) => key === one.step);
  }

  /** Goes on with an enrollment that waits, if there is a reason to. */
  #look(one: SimulatedEnrollment): void {
    if (one.status !== 'active' || !one.waiting) return;
    if (one.waiting.event || one.waiting.until <= this.#hour || this.#early(one)) this.#run(one);
  }

  /** Carries out steps until the enrollment waits or ends. */
  #run(one: SimulatedEnrollment): void {
    while (one.status === 'active') {
      const early = this.#early(one);
      if (early) {
        one.log.push([one.step, 'skipped']);
        one.waiting = undefined;
        if (early.to === undefined) one.status = early.status;
        else one.step = early.to;
        continue;
      }
      const step = this.#step(one) as Step;
      const next = one.waiting ? this.#resume(one, step) : this.#carryOut(one, step);
      if (next === 'waits') return;
      if (one.status !== 'active') return;
      if (next === null) one.status = 'completed';
      else one.step = next;
    }
  }

  /** An exit, the goal of the workflow or a goal step, which come before the step. */
  #early(one: SimulatedEnrollment): { to?: string; status: 'exited' | 'completed' } | undefined {
    const { steps, goal, exitConditions } = this.#definition(one);
    const record = this.#record(one);
    if (exitConditions && matches(record, exitConditions)) return { status: 'exited' };
    if (goal && matches(record, goal)) return { status: 'completed' };
    const reached = steps.filter(
      ({ type, key, config }) => type === 'goal' && matches(record, config.filter) && !one.reached.get(key),
    );
    if (reached.length === 0 || reached.some(({ key }) => key === one.step)) return undefined;
    return { to: reached[0]?.key as string, status: 'completed' };
  }

  #resume(one: SimulatedEnrollment, { key, config, next }: Step): string | null {
    const happened = one.waiting?.event;
    one.waiting = undefined;
    one.log.push([key, 'done']);
    if (!config.event || happened) return next;
    return config.timeoutNext === undefined ? next : config.timeoutNext;
  }

  #carryOut(one: SimulatedEnrollment, { key, type, config, next }: Step): string | null | 'waits' {
    const record = this.#record(one);
    const log = (outcome: string) => one.log.push([key, outcome]);
    switch (type) {
      case 'wait': {
        const hours = config.for ?? config.timeout;
        one.waiting = { until: hours === undefined ? Infinity : this.#hour + hoursOf(hours), event: false };
        log('waiting');
        return 'waits';
      }
      case 'branch': {
        log('done');
        const chosen = config.branches.find(({ filter }: Json) => matches(record, filter));
        return chosen ? chosen.next : config.else;
      }
      case 'split': {
        log('done');
        return this.#part(one, key) < config.parts[0].percent ? config.parts[0].next : config.parts[1].next;
      }
      case 'addTag':
      case 'removeTag': {
        const changes = record.tags.includes(config.tag) === (type === 'removeTag');
        log(changes ? 'done' : 'skipped');
        if (changes)
          record.tags =
            type === 'addTag' ? [...record.tags, config.tag] : record.tags.filter((tag) => tag !== config.tag);
        return next;
      }
      case 'enroll':
        this.#enroll('second', one.record);
        break;
      case 'score':
        record.score += config.points;
        break;
      case 'createRecord':
        record.tasks.push(`T ${record.title ?? ''}`.trim());
        break;
      case 'goal':
        one.reached.set(key, matches(record, config.filter));
        break;
      case 'exit':
        one.status = 'exited';
        break;
      default: {
        if (config.values.email !== undefined) {
          one.status = 'failed';
          log('failed');
          return null;
        }
        const { title } = config.values;
        record.title = title?.includes('{{') ? record.department : title;
      }
    }
    log('done');
    return next;
  }

  /** Which part of a split a record gets, documented only as always the same. */
  #part({ of, record }: SimulatedEnrollment, key: string): number {
    const text = `${this.#ids.workflows[of]} ${key} ${this.#ids.records[record]}`;
    return createHash('sha256').update(text).digest().readUInt32BE(0) % 100;
  }
}
