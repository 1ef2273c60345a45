import type { ReactNode } from 'react';

export type Column<Row> = {
  header: string;
  render: (row: Row) => ReactNode;
  /** The value as text, for files and for the names of checkboxes. */
  text?: (row: Row) => string | number | null;
  /** The value by which a short list is sorted, where its text is not the one. */
  value?: (row: Row) => string | number | null;
  /** The name by which the API sorts. */
  sort?: string;
  /** The first click on the head sorts from the lowest to the highest: names do. */
  ascendsFirst?: boolean;
  align?: 'right';
  width?: number | string;
  /** Hides the column in windows narrower than this, unless it was chosen. */
  from?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  /** Never broken into lines. */
  isShort?: boolean;
  /** Shown only when chosen. */
  isOptional?: boolean;
};

export type Sorting = {
  by: string;
  isDescending: boolean;
  set: (by: string, isDescending: boolean) => void;
  /** The order in words, where its head alone does not say it. */
  inWords?: string;
};
