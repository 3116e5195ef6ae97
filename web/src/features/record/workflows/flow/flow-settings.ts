type Config = Readonly<Record<string, unknown>>;

/** The parts of a workflow besides its trigger and its steps. Empty filters and an empty window are empty objects. */
export interface FlowSettings {
  /** Only records that match are enrolled. */
  readonly conditions: Config;
  readonly segmentIds: readonly string[];
  readonly excludedSegmentIds: readonly string[];
  readonly allowReenrollment: boolean;
  readonly priority: string;
  readonly timezone: string;
  readonly sendWindow: Config;
  /** Records that match have reached the goal and leave. */
  readonly goal: Config;
  /** Records that match leave at once. */
  readonly exitConditions: Config;
  readonly exitOnReply: boolean;
  readonly exitOnUnsubscribe: boolean;
}

const objectOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the settings of a workflow or of one of its versions. */
export const settingsOf = (record: Config): FlowSettings => ({
  conditions: objectOf(record.conditions),
  segmentIds: textsOf(record.segmentIds),
  excludedSegmentIds: textsOf(record.excludedSegmentIds),
  allowReenrollment: record.allowReenrollment === true,
  priority: textOf(record.priority) || 'normal',
  timezone: textOf(record.timezone),
  sendWindow: objectOf(record.sendWindow),
  goal: objectOf(record.goal),
  exitConditions: objectOf(record.exitConditions),
  exitOnReply: record.exitOnReply !== false,
  exitOnUnsubscribe: record.exitOnUnsubscribe !== false,
});

/** Reads the settings of their form, which leaves out what is empty. */
export const settingsOfForm = (config: Config): FlowSettings =>
  settingsOf({
    ...config,
    exitOnReply: config.exitOnReply === true,
    exitOnUnsubscribe: config.exitOnUnsubscribe === true,
  });

export const settingKeys = Object.keys(settingsOf({})) as (keyof FlowSettings)[];

const isEmptyObject = (value: unknown): boolean =>
  value === '' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0);

/** The settings as values of the record. */
export const settingValues = (settings: FlowSettings): Config =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, isEmptyObject(value) ? null : value]));
