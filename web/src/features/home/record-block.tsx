import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '~/api/keys.ts';
import { type Included, type ListInput, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelPath, recordPath } from '~/metadata/model.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { Block } from './block.tsx';
import classes from './my-work.module.css';

interface RecordBlockProps {
  readonly title: string;
  readonly empty: string;
  /** `module.slug`. */
  readonly model: string;
  readonly input: ListInput;
  /** The address of a record, and that of the list, when they have pages of their own. */
  readonly addressOf?: (record: RecordData) => { readonly to: string; readonly search?: object };
  readonly list?: { readonly to: string; readonly search?: object };
  readonly side?: (record: RecordData) => ReactNode;
  readonly about?: (record: RecordData) => string | undefined;
  /** Leaves out records that no filter of the server can leave out. */
  readonly only?: (record: RecordData, included: Included) => boolean;
}

export const shownPerBlock = 5;

/** A block with records of one model. It is not shown to people who may not read the model. */
export function RecordBlock(props: RecordBlockProps) {
  const model = useRegistry().find(props.model);
  const can = useCan();
  return model && can.read(model) ? <Records {...props} found={model} /> : null;
}

function Records(props: RecordBlockProps & { readonly found: Model }) {
  const { title, empty, found: model, input, addressOf, list, side, about, only } = props;
  const asked = { limit: shownPerBlock, ...input };
  const query = useQuery({
    queryKey: keys.list(model.path, asked),
    queryFn: () => records.list(model.path, asked),
  });
  const { data, meta, included = {} } = query.data ?? {};
  const shown = data?.filter((record) => only?.(record, included) ?? true).slice(0, shownPerBlock);
  const { to, search } = list ?? { to: modelPath(model), search: { filter: input.filter, sort: input.sort } };
  return (
    <Block
      title={title}
      total={only ? undefined : meta?.total}
      to={to}
      {...(search && { search })}
      empty={empty}
      error={query.error}
      lines={shown?.map((record) => {
        const address = addressOf?.(record) ?? { to: recordPath(model, record._id) };
        const text = about?.(record);
        return (
          <li key={record._id} className={classes.line}>
            <div className={classes.text}>
              <Link
                to={address.to}
                {...(address.search && { search: address.search as never })}
                className={classes.title}
              >
                {titleOf(model, record)}
              </Link>
              {text && (
                <Text span className={classes.about}>
                  {text}
                </Text>
              )}
            </div>
            {side && (
              <Text span size="xs" c="dimmed" className={classes.side}>
                {side(record)}
              </Text>
            )}
          </li>
        );
      })}
    />
  );
}
