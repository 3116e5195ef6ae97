import { Text } from '@mantine/core';
import classes from '../panels/panels.module.css';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value, null, 2);

/** What a step got or answered: a line for each value. */
export function RunValues({ value }: { readonly value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return <pre className={classes.json}>{asText(value)}</pre>;
  return (
    <dl className={classes.values}>
      {Object.entries(value).map(([key, one]) => (
        <div key={key}>
          <Text component="dt" size="xs" c="dimmed">
            {key}
          </Text>
          <dd>{asText(one)}</dd>
        </div>
      ))}
    </dl>
  );
}
