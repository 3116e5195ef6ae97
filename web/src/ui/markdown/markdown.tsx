import { Anchor } from '@mantine/core';
import { createElement, memo, type ReactNode, useMemo } from 'react';
import { type Block, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';
import classes from './markdown.module.css';

/** Headings of a text are two levels below the heading of the page. */
const headingOffset = 2;

/** Renders Markdown as React elements, never as HTML, so nothing in it can run or load anything. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseBlocks(text), [text]);
  return <div className={classes.text}>{blocks.map(blockElement)}</div>;
});

function blockElement(block: Block, key: number): ReactNode {
  switch (block.type) {
    case 'heading':
      return createElement(`h${Math.min(6, block.level + headingOffset)}`, { key }, inlines(block.text));
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard.
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(blockElement)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, n) => <li key={keyOf(n)}>{itemContent(item)}</li>);
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return <TableBlock key={key} head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr key={key} />;
    default:
      return <p key={key}>{inlines(block.text)}</p>;
  }
}

/** Parts of a text have no other identity than their position. */
const keyOf = (place: number): number => place;

/** The content of a list item. A single paragraph has no paragraph spacing. */
function itemContent(blocks: readonly Block[]): ReactNode {
  return blocks.map((block, n) =>
    block.type === 'paragraph' ? <span key={keyOf(n)}>{inlines(block.text)}</span> : blockElement(block, n),
  );
}

interface TableBlockProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function TableBlock({ head, rows }: TableBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
    <div className={classes.scroll} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, n) => (
              <th key={keyOf(n)} scope="col">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={keyOf(n)}>
              {row.map((cell, column) => (
                <td key={keyOf(column)}>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inlines = (text: string): ReactNode => parseInline(text).map(inlineElement);

function inlineElement(part: Inline, key: number): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'code':
      return <code key={key}>{part.text}</code>;
    case 'strong':
      return <strong key={key}>{part.children.map(inlineElement)}</strong>;
    case 'emphasis':
      return <em key={key}>{part.children.map(inlineElement)}</em>;
    case 'deleted':
      return <s key={key}>{part.children.map(inlineElement)}</s>;
    case 'link':
      return (
        <Anchor
          key={key}
          href={part.address}
          title={part.address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          underline="always"
          inherit
        >
          {part.children.map(inlineElement)}
        </Anchor>
      );
  }
}
