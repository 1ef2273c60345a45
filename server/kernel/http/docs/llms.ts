/** The list of pages for programs that read text: https://llmstxt.org. */
import { markdownPath, type Site } from '#kernel/http/docs/site.ts';

export function llmsText({ pages, document }: Site): string {
  const server = document.servers?.[0]?.url ?? '';
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(
    ([section, members]) =>
      `## ${section}\n\n${members
        .map(
          ({ title, path, summary }) =>
            `- [${title}](${server}${markdownPath(path)})${summary && `: ${summary}`}`,
        )
        .join('\n')}`,
  );
  return [
    '# Colonnade',
    '> The API and the guides of Colonnade, a multi-tenant business platform. Every page is Markdown under the address below.',
    `The contract for programs is [OpenAPI 3.1](${server}/v1/openapi.json).`,
    ...sections,
    '',
  ].join('\n\n');
}
