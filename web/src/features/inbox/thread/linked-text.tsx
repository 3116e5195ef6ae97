import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import classes from '../inbox.module.css';

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g;

/** Plain text with clickable web addresses. */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <div className={classes.plain}>
      {text.split(address).map((part, n) =>
        n % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
          <Anchor key={n} href={part} target="_blank" rel="noopener noreferrer nofollow" fz="inherit">
            {part}
          </Anchor>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
          <Fragment key={n}>{part}</Fragment>
        ),
      )}
    </div>
  );
}
