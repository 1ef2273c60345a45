/** Renders Markdown as HTML: no markup of the text passes, headings have ids, and names that have a page become links. */
import { Marked, type Token, type Tokens } from 'marked';
import { highlight } from '#kernel/http/docs/highlight.ts';
import { escapeHtml } from '#kernel/http/docs/html.ts';

export type Heading = { id: string; level: number; text: string };
export type Rendered = { html: string; headings: Heading[] };

export type Links = {
  /** The address of a name in code, such as an error code; undefined: the name has no page. */
  ofName: (name: string) => string | undefined;
  /** The address of a link in the text; undefined: its target is not published. */
  ofTarget: (href: string) => string | undefined;
};

/** `## Title {#id}` chooses an id. */
const CHOSEN_ID = /\s*\{#([^}\s]+)\}$/;
const CHOSEN_IDS = /^#+ .*\{#([^}\s]+)\}$/gm;
const ENDPOINT = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;
/** Headings of this level and text begin a part that opens on request. */
const FOLDED = /^Answer \d/;

export function renderMarkdown(markdown: string, links: Links): Rendered {
  const headings: Heading[] = [];
  // An id that was chosen is an address that others know, so no other heading takes it.
  const taken = new Set([...markdown.matchAll(CHOSEN_IDS)].map(([, id]) => id!));
  let isInLink = false;

  function idOf(text: string): string {
    const chosen = CHOSEN_ID.exec(text)?.[1];
    if (chosen !== undefined) return chosen;
    const base = slugOf(text);
    let id = base;
    for (let again = 2; taken.has(id); again++) id = `${base}-${again}`;
    taken.add(id);
    return id;
  }

  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const id = idOf(text);
        const shown = this.parser.parseInline(tokens).replace(CHOSEN_ID, '');
        headings.push({ id, level: depth, text: plain(text.replace(CHOSEN_ID, '')) });
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this part">#</a>`;
        return `<h${depth} id="${escapeHtml(id)}">${shown}${anchor}</h${depth}>\n`;
      },
      paragraph({ tokens }) {
        const only =
          tokens.length === 1 && tokens[0]!.type === 'codespan' ? (tokens[0] as Tokens.Codespan) : null;
        const [, method, path] = ENDPOINT.exec(only?.text ?? '') ?? [];
        if (method) return `<p class="endpoint">${badge(method)} <code>${escapeHtml(path!)}</code></p>\n`;
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      codespan({ text }) {
        const address = isInLink ? undefined : links.ofName(text);
        const code = `<code>${escapeHtml(text)}</code>`;
        return address === undefined ? code : `<a href="${escapeHtml(address)}">${code}</a>`;
      },
      code({ text, lang }) {
        const language = lang?.split(/\s/)[0] || 'text';
        const label = escapeHtml(`Code: ${language}`);
        return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0" role="region" aria-label="${label}"><code>${highlight(language, text)}</code></pre></div>\n`;
      },
      link({ href, tokens }) {
        isInLink = true;
        const shown = this.parser.parseInline(tokens);
        isInLink = false;
        const address = links.ofTarget(href);
        if (address === undefined) return shown;
        return `<a href="${escapeHtml(address)}">${shown}</a>`;
      },
      // The policy of the pages admits no pictures.
      image: ({ text }) => escapeHtml(text),
      table({ header, rows }) {
        // Narrow screens show rows as blocks, which takes the meaning from the elements: the roles keep it.
        const row = (cells: Tokens.TableCell[], tag: string, role: string) =>
          `<tr role="row">${cells
            .map(({ tokens }, index) => {
              const name = tag === 'td' ? ` data-name="${escapeHtml(plain(header[index]?.text ?? ''))}"` : '';
              return `<${tag} dir="auto" role="${role}"${name}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join('')}</tr>`;
        const head = `<thead role="rowgroup">${row(header, 'th', 'columnheader')}</thead>`;
        const body = rows.map((cells) => row(cells, 'td', 'cell')).join('\n');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table role="table">${head}\n<tbody role="rowgroup">${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  return {
    html: parts(tokens)
      .map((part) => partHtml(part, (each) => marked.parser(each)))
      .join(''),
    headings,
  };
}

export const badge = (method: string) => `<b class="method ${method}">${method}</b>`;

/** A folded part ends before the next heading. */
function parts(tokens: Token[]): Token[][] {
  const found: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading') found.push([]);
    found.at(-1)!.push(token);
  }
  return found;
}

function partHtml(part: Token[], parse: (tokens: Token[]) => string): string {
  const [first, ...rest] = part;
  if (first?.type !== 'heading' || first.depth !== 4 || !FOLDED.test(first.text) || rest.length === 0) {
    return parse(part);
  }
  return `<details><summary>${escapeHtml(first.text)}</summary>\n${parse(rest)}</details>\n`;
}

export const slugOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The text of inline Markdown without its marks. */
export const plain = (text: string): string =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** Text for a cell of a table: one line, in which a bar is no border. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/\|/g, '\\|');

export const table = (header: string[], rows: string[][]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

export const fence = (language: string, code: string): string => {
  const marks = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}${language}\n${code.replace(/\n$/, '')}\n${marks}`;
};

/** A name in code. A name with a backtick would end its own mark, and no name of ours has one. */
export const code = (name: string): string => `\`${name.replaceAll('`', "'")}\``;
