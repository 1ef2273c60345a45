/** The search of a site, as its visitors get it: which entries words find in a language, in order, with their excerpts. */
import { Anchor, Button, Code, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Answer, Item } from '../../api.ts';
import { directionOf } from '../../ui/direction.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Page } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { PropertySelect } from '../redirects/property-select.tsx';
import classes from './content.module.css';
import { ContentTabs } from './content-tabs.tsx';
import { localeName } from './fields.ts';
import { useTypes } from './use-types.ts';

type Hit = Item<'searchPublishedEntries'>;
type Answered = Answer<'searchPublishedEntries'>;

export default function SearchOfSite() {
  const [filters, filter] = useFilters('q', 'locale', 'type', 'property');
  const { types, typeOf, locales } = useTypes();
  const { q = '' } = filters;
  const found = useList(
    'searchPublishedEntries',
    { query: { ...filters, q, limit: 20 } },
    { enabled: q !== '' },
  );
  const first = found.data?.pages[0] as Answered | undefined;
  const locale = filters.locale ?? locales?.default ?? 'en';
  const several = locales !== undefined && locales.locales.length > 1;
  const nameOf = (type: string) => typeOf(type)?.title ?? type;
  return (
    <Page
      title="Search of a site"
      description="Finds what visitors of your site find now. A key of a site may read fewer types."
    >
      <ContentTabs current="/content/search" />
      <Group gap="sm" align="flex-end">
        <SearchInput
          label="Search as a visitor"
          placeholder="Words, as a visitor types them"
          value={filters.q}
          onChange={(text) => filter({ q: text })}
        />
        {several && (
          <Select
            aria-label="Language of the visitor"
            w={180}
            allowDeselect={false}
            data={locales.locales.map(({ code }) => ({ value: code, label: localeName(code) }))}
            value={locale}
            onChange={(code) => filter({ locale: code ?? undefined })}
          />
        )}
        <Select
          aria-label="Type"
          w={180}
          clearable
          placeholder="All types"
          data={types.map(({ name, title }) => ({ value: name, label: title }))}
          value={filters.type ?? null}
          onChange={(type) => filter({ type: type ?? undefined })}
        />
        <PropertySelect
          aria-label="Site"
          placeholder="All sites"
          w={180}
          value={filters.property}
          onChange={(id) => filter({ property: id ?? undefined })}
        />
      </Group>
      {q === '' ? (
        <EmptyState icon={IconListSearch} title="What do visitors look for?">
          Type what one would type. Drafts are never found; what is published is found at once.
        </EmptyState>
      ) : found.error && found.rows.length === 0 ? (
        <ErrorNotice error={found.error} retry={() => void found.refetch()} />
      ) : (
        first && (
          <Stack aria-busy={found.isPlaceholderData} gap="md">
            <Text size="sm" c="dimmed" role="status">
              {summaryOf(first, nameOf)}
            </Text>
            {found.rows.length > 0 && (
              <Stack component="ol" gap="sm" className={classes.hits} aria-label="Found entries">
                {found.rows.map((hit) => (
                  <Found key={hit.id} hit={hit} asked={locale} type={nameOf(hit.type)} />
                ))}
              </Stack>
            )}
            {found.hasNextPage && (
              <Group>
                <Button
                  variant="default"
                  loading={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        )
      )}
    </Page>
  );
}

/** The number of entries, and by type if there are several. */
function summaryOf({ total, facets, data }: Answered, nameOf: (type: string) => string): string {
  if (data.length === 0) return 'Nothing is found. Visitors see an empty page.';
  if (total === undefined) return '';
  const all = `${formatNumber(total.count)}${total.isExact ? '' : '+'} ${total.count === 1 ? 'entry' : 'entries'}`;
  const values = facets?.type.values ?? [];
  if (values.length < 2) return all;
  return `${all}: ${values.map(({ value, count }) => `${nameOf(String(value))} ${formatNumber(count)}`).join(', ')}`;
}

function Found({ hit, asked, type }: { hit: Hit; asked: string; type: string }) {
  const dir = directionOf(hit.locale);
  return (
    <Paper withBorder p="md" component="li">
      <Stack gap={4}>
        <Anchor component={Link} to={`/content/${hit.id}`} fw={500} underline="always" dir={dir}>
          {hit.title ?? hit.slug ?? 'Untitled'}
        </Anchor>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {type}
            {hit.locale !== asked && `, in ${localeName(hit.locale)} for want of ${localeName(asked)}`}
          </Text>
          {hit.path && <Code className={classes.path}>{hit.path}</Code>}
        </Group>
        {hit.excerpt.length > 0 && (
          <Text size="sm" dir={dir} lang={hit.locale} className={classes.excerpt}>
            {hit.excerpt.map(({ text, match }, at) => {
              const key = `${at} ${text}`;
              return match ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
            })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
