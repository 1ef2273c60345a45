/** A text that somebody typed, with the marks that people use: **bold**, *italic*, `code`, addresses, and lists with - or 1. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { notePieces } from './note-pieces.ts';
import classes from './note-text.module.css';

export function NoteText({ text }: { text: string }) {
  return (
    <div dir="auto" className={classes.note}>
      {text.split(/\r?\n/).map((line, index) => {
        const item = /^\s*(?:[-*•]|(\d+[.)]))\s+(.*)$/.exec(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and lines are not reordered
          <div key={index} className={item ? classes.item : undefined}>
            {item && <span aria-hidden>{item[1] ?? '•'} </span>}
            {inline(item ? item[2]! : line)}
          </div>
        );
      })}
    </div>
  );
}

function inline(text: string): ReactNode {
  return notePieces(text).map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === 'bold') return <strong key={key}>{text}</strong>;
    if (kind === 'italic') return <em key={key}>{text}</em>;
    if (kind === 'code') return <code key={key}>{text}</code>;
    if (kind === 'link') {
      return (
        <Anchor key={key} href={text} target="_blank" rel="noreferrer noopener" inherit underline="always">
          {text}
        </Anchor>
      );
    }
    return text;
  });
}
