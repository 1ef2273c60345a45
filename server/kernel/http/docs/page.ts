/** The frame of a page: header with search, navigation, content, and the parts of the page. */
import { type Html, html, raw } from '#kernel/http/docs/html.ts';
import { referencePath } from '#kernel/http/docs/reference.ts';
import { markdownPath, type Page, type Site, START } from '#kernel/http/docs/site.ts';

/** The part of a page that the navigation shows. */
export type PageName = Pick<Page, 'path' | 'section' | 'title'>;

/** `head`: more than a page without script needs. */
export function frame(title: string, content: Html, head?: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Colonnade</title>
<link rel="stylesheet" href="/docs/style.css">
${head}</head>
<body>${content}</body>
</html>`;
  return page.text;
}

export function pageHtml(site: Site, page: Page): string {
  const { path, title, summary, html: content } = page;
  const markdown = markdownPath(path);
  const main = html`<p class="tools"><a href="${markdown}" data-copy-page>Markdown</a></p>
${raw(content)}
${(path === START && operationIndex(site)) || undefined}`;
  const head = html`<meta name="description" content="${summary}">
<link rel="alternate" type="text/markdown" href="${markdown}">
`;
  return frame(title, around(main, navigation(site, page), partsOf(page)), html`${head}${SCRIPT}`);
}

const SCRIPT = html`<script src="/docs/search.js" defer></script>
`;

/** The page of an address that has none, with the pages that are probably meant. */
export function missingHtml(pages: PageName[], path: string, meant: PageName[]): string {
  const main = html`<h1>There is no page here</h1>
<p><code>${path}</code> is not a page of the documents. ${meant.length > 0 ? 'Perhaps you look for one of these:' : undefined}</p>
<ul>${(meant.length > 0 ? meant : pages.slice(0, 1)).map(
    (page) => html`<li><a href="${page.path}">${page.title}</a> <small>${page.section}</small></li>
`,
  )}</ul>
<p>The search above knows every page, operation, event and error; press <kbd>/</kbd>.</p>`;
  return frame('There is no page here', around(main, navigation({ pages, tags: [] })), SCRIPT);
}

/** Header, content, parts and navigation. */
function around(main: Html, menu: Html, parts?: Html): Html {
  return html`<a class="skip" href="#docs-content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">Colonnade <span>docs</span></a>
<div class="search" role="search" hidden>
<input type="search" id="docs-search" placeholder="Search" aria-label="Search the documents" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="docs-found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<div class="found" hidden><p class="none" role="status" hidden></p><ul id="docs-found" role="listbox" aria-label="Results"></ul></div>
</div>
<a class="to-menu" href="#docs-menu">Menu</a>
</header>
<div class="columns">
<main id="docs-content">
${main}
</main>
${parts}
${menu}
</div>`;
}

function navigation({ pages, tags }: Pick<Site, 'tags'> & { pages: PageName[] }, current?: PageName): Html {
  const sections = [...Map.groupBy(pages, ({ section }) => section)];
  const operations = tags.find(({ name }) => referencePath(name) === current?.path)?.operations ?? [];
  return html`<nav class="menu" id="docs-menu" aria-label="Pages">${sections.map(
    ([section, members]) =>
      html`<h2>${section}</h2>
<ul>${members.map(
        (page) =>
          html`<li><a href="${page.path}"${raw(page === current ? ' aria-current="page"' : '')}>${page.title}</a>${
            page === current && operations.length > 0
              ? html`<ul>${operations.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul>`
              : undefined
          }</li>`,
      )}</ul>
`,
  )}</nav>`;
}

/** The parts of a page: of a page of the reference its operations and records. */
function partsOf({ headings }: Page): Html | undefined {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < 2) return undefined;
  return html`<aside class="parts"><nav aria-label="On this page"><h2>On this page</h2>
<ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav></aside>`;
}

/** Every operation, under the id that addressed it when all were on this page: `/docs#…` still leads to it. */
function operationIndex({ tags }: Site): Html {
  return html`<h2 id="operations">All operations</h2>
${tags.map(
  ({ name, operations }) => html`<h3>${name}</h3>
<ul class="operations">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li id="${id}"><a href="${referencePath(name)}#${id}">${summary}</a> <span><b class="method ${method}">${method}</b> <code>${path}</code></span></li>
`,
  )}</ul>`,
)}`;
}
