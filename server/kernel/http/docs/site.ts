/** All pages of the documents: guides from Markdown files, and pages that are written from the OpenAPI document and the catalogues. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ERRORS } from '#kernel/error-catalogue.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { deprecationsMarkdown, errorsMarkdown, eventsMarkdown } from '#kernel/http/docs/catalogue-pages.ts';
import { follow, type OpenApiDocument, readTags, type Schema, type Tag } from '#kernel/http/docs/document.ts';
import { type Heading, type Links, plain, renderMarkdown } from '#kernel/http/docs/markdown.ts';
import { fillPlaceholders, type Values } from '#kernel/http/docs/placeholders.ts';
import { linkRecords, RECORDS_PATH, recordPages } from '#kernel/http/docs/record-pages.ts';
import { recordsMarkdown, referencePath, tagMarkdown } from '#kernel/http/docs/reference.ts';
import { fieldsOf } from '#kernel/http/docs/schema-text.ts';
import type { Slices } from '#kernel/work/slices.ts';

/** A guide is a Markdown file, named from the root of the repository. Without a slug it is the start page. */
export type Guide = { slug: string; file: string };

export type DocsSources = {
  /** The folder that the files of guides are named from. */
  root: string;
  sections: { title: string; guides: Guide[] }[];
  changelog: string;
  values: Values;
  events: EventType[];
};

export type Page = {
  path: string;
  section: string;
  title: string;
  /** The first sentence. */
  summary: string;
  markdown: string;
  html: string;
  headings: Heading[];
};

export type Site = { pages: Page[]; tags: Tag[]; document: OpenApiDocument; records: Map<string, string> };

type Draft = { path: string; section: string; markdown: string; file?: string };

export const START = '/docs';
export const markdownPath = (path: string) => (path === START ? '/docs/index.md' : `${path}.md`);
export const guidePath = (slug: string) => (slug === '' ? START : `/docs/guides/${slug}`);

export async function buildSite(
  document: OpenApiDocument,
  sources: DocsSources,
  slices: Slices,
): Promise<Site> {
  const tags = readTags(document);
  await slices.pause();
  const records = recordPages(document, tags);
  await slices.pause();
  const drafts = [
    ...guideDrafts(document, sources, tags),
    ...(await referenceDrafts(document, tags, records, slices)),
    ...catalogueDrafts(sources, tags),
  ];
  const names = namesOf(tags, sources);
  const pathOfFile = new Map(drafts.flatMap(({ file, path }) => (file === undefined ? [] : [[file, path]])));
  const pages = await slices.map(drafts, (draft) => {
    const links: Links = {
      ofName: (name) => names.get(name.replace(/:(\w+)/g, '{$1}')) ?? names.get(name),
      ofTarget: (href) => targetOf(href, draft.file, pathOfFile),
    };
    return toPage(draft, links);
  });
  return { pages, tags, document, records };
}

function guideDrafts(
  document: OpenApiDocument,
  { root, sections, values }: DocsSources,
  tags: Tag[],
): Draft[] {
  const all: Values = { ...values, ...contractValues(document, tags) };
  return sections.flatMap(({ title, guides }) =>
    guides.map(({ slug, file }) => ({
      path: guidePath(slug),
      section: title,
      file,
      markdown: fillPlaceholders(readFileSync(join(root, file), 'utf8'), all, file),
    })),
  );
}

/** Values of placeholders that the contract itself has. */
const contractValues = (document: OpenApiDocument, tags: Tag[]): Values => ({
  operations: (tag) => operationList(tags, tag),
  rule: (argument) => ruleOf(document, tags, argument.split(' ')),
});

/** `{{rule createOrder items maxItems}}` is a rule of a field of the body, or of a parameter. */
function ruleOf(document: OpenApiDocument, tags: Tag[], [id, name, rule]: string[]): string | undefined {
  const operation = tags.flatMap((tag) => tag.operations).find((each) => each.id === id);
  const body = operation?.body && follow<Schema>(document, operation.body.schema);
  const parameter = operation?.parameters.find((each) => each.name === name);
  const field = fieldsOf(body ?? {}).find(({ path }) => path === name)?.field ?? parameter?.schema;
  const value = field && follow<Schema>(document, field)[rule!];
  return value === undefined ? undefined : String(value);
}

/** The operations of a tag as links, for guides. */
function operationList(tags: Tag[], name: string): string | undefined {
  const tag = tags.find((each) => each.name === name);
  return tag?.operations
    .map(
      ({ id, method, path, summary }) =>
        `- [${summary}](${referencePath(name)}#${id}): \`${method} ${path}\``,
    )
    .join('\n');
}

async function referenceDrafts(
  document: OpenApiDocument,
  tags: Tag[],
  records: Map<string, string>,
  slices: Slices,
): Promise<Draft[]> {
  const recordsAt = (path: string) => [...records].filter(([, page]) => page === path).map(([name]) => name);
  const pages = await slices.map(tags, (tag) => {
    const path = referencePath(tag.name);
    return { path, markdown: tagMarkdown(document, tag, recordsAt(path)) };
  });
  const shared = { path: RECORDS_PATH, markdown: recordsMarkdown(document, recordsAt(RECORDS_PATH)) };
  return slices.map([...pages, shared], ({ path, markdown }) => ({
    path,
    section: 'Reference',
    markdown: linkRecords(markdown, records),
  }));
}

function catalogueDrafts({ root, changelog, events }: DocsSources, tags: Tag[]): Draft[] {
  const operations = tags.flatMap((tag) => tag.operations);
  const drafts = [
    { path: '/docs/events', markdown: eventsMarkdown(events) },
    { path: '/docs/errors', markdown: errorsMarkdown() },
    { path: '/docs/changelog', file: changelog, markdown: readFileSync(join(root, changelog), 'utf8') },
    { path: '/docs/deprecations', markdown: deprecationsMarkdown(operations, referencePath) },
  ];
  return drafts.map((draft) => ({ ...draft, section: 'Catalogues' }));
}

/** Names in code that have a page: operations by id and by request, event types, error codes. */
function namesOf(tags: Tag[], { events }: DocsSources): Map<string, string> {
  const operations = tags.flatMap((tag) => tag.operations);
  return new Map([
    ...operations.flatMap(({ id, method, path, tag }) => {
      const address = `${referencePath(tag)}#${id}`;
      return [[id, address] as const, [`${method} ${path}`, address] as const];
    }),
    ...events
      .filter(({ description }) => description !== '')
      .map(({ type }) => [type, `/docs/events#${type}`] as const),
    ...Object.keys(ERRORS).map((code) => [code, `/docs/errors#${code}`] as const),
  ]);
}

const PUBLISHED = /^(#|https?:\/\/|\/(docs|v1|shop|llms\.txt)\b)/;

/** Files of the repository that are no page are named, not linked. */
function targetOf(
  href: string,
  file: string | undefined,
  pathOfFile: Map<string, string>,
): string | undefined {
  if (PUBLISHED.test(href)) return href;
  if (file === undefined) return undefined;
  const [target = '', fragment] = href.split('#');
  const path = pathOfFile.get(posix.join(posix.dirname(file), target));
  return path && (fragment === undefined ? path : `${path}#${fragment}`);
}

function toPage({ path, section, markdown }: Draft, links: Links): Page {
  const { html, headings } = renderMarkdown(markdown, links);
  const title = headings[0]?.text ?? path;
  const summary = summaryOf(markdown);
  return {
    path,
    section,
    title,
    summary,
    markdown: asFile(markdown, links),
    html,
    headings,
  };
}

/** The Markdown as a file of its own: its links lead to other such files, and what is not published is no link. */
const asFile = (markdown: string, { ofTarget }: Links) =>
  markdown
    .replace(/[ ]*\{#[^}\s]+\}$/gm, '')
    // The status that a sample is refused with is for the test that runs it.
    .replace(/^(```sh) \d+$/gm, '$1')
    .replace(/(?<!!)\[([^\][]+)\]\(([^()\s]+)\)/g, (_, text: string, href: string) => {
      const [path, fragment] = ofTarget(href)?.split('#') ?? [];
      if (path === undefined) return text;
      const target = path.startsWith(START) ? markdownPath(path) : path;
      return `[${text}](${target}${fragment === undefined ? '' : `#${fragment}`})`;
    });

/** The first sentence of the text before the first part, if there is one. */
function summaryOf(markdown: string): string {
  const [lead = ''] = markdown.replace(/^# .*\n+/, '').split(/^#{2,4} /m);
  const paragraph = lead.split(/\n\n+/).find((part) => /^(?!\||>|```|- )\S/.test(part)) ?? '';
  return /^.*?\.(?=\s|$)/.exec(plain(paragraph).replace(/\s+/g, ' '))?.[0] ?? '';
}
