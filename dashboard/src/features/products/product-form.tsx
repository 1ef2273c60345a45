import { MultiSelect, Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { createPortal } from 'react-dom';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { useProperties } from '../redirects/property-select.tsx';
import { useCategoryOptions } from './categories.ts';
import { PicturesInput } from './pictures-input.tsx';
import { CHANGED, type Product } from './product-status.tsx';
import { type Parts, usePart } from './use-parts.ts';

const KINDS = [
  { value: 'physical', label: 'Physical: it is shipped' },
  { value: 'digital', label: 'Digital' },
  { value: 'service', label: 'Service' },
  { value: 'gift_card', label: 'Gift card' },
];

const valuesOf = (product: Product) => ({
  title: product.title,
  handle: product.handle,
  kind: product.kind,
  description: product.description ?? '',
  vendor: product.vendor ?? '',
  productType: product.productType ?? '',
  tags: product.tags,
  media: product.media,
  categoryIds: product.categoryIds,
  propertyIds: product.propertyIds,
  taxCode: product.taxCode ?? '',
  seo: { title: product.seo?.title ?? '', description: product.seo?.description ?? '' },
});
type Values = ReturnType<typeof valuesOf>;

const orNull = (text: string) => (text.trim() === '' ? null : text);

function bodyOf({ seo, ...values }: Values) {
  const found = { title: orNull(seo.title), description: orNull(seo.description) };
  return {
    ...values,
    description: orNull(values.description),
    vendor: orNull(values.vendor),
    productType: orNull(values.productType),
    taxCode: orNull(values.taxCode),
    seo: found.title === null && found.description === null ? null : found,
  };
}

export function ProductForm({
  product,
  mayEdit,
  parts,
  below,
}: {
  product: Product;
  mayEdit: boolean;
  parts: Parts;
  /** Takes the fields that are needed less often, behind the variants, which outlive a new version of this form. */
  below: HTMLElement | null;
}) {
  const path = { id: product.id };
  const categories = useCategoryOptions();
  const sites = useProperties();
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: product,
    valuesOf,
    send: (values, ifMatch) => api.updateProduct({ path, ifMatch, body: bodyOf(values) }),
    reload: async () => (await api.getProduct({ path })).data,
    invalidates: [...CHANGED],
    successMessage: 'The product is saved',
    done: () => parts.done('details'),
  });
  usePart(parts, 'details', { isDirty: form.isDirty(), sending, isHeld: conflict !== null, submit });
  /** An input of text, with the path of its errors. */
  const text = (name: string) => ({
    readOnly: !mayEdit,
    'data-path': name,
    ...form.getInputProps(name),
  });
  const of = (name: string) =>
    Object.entries(form.errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
  return (
    <>
      <Panel title="Details">
        <Stack>
          <TextInput label="Title" required maxLength={300} {...text('title')} />
          <Textarea
            label="Description"
            autosize
            minRows={4}
            maxRows={16}
            maxLength={50_000}
            {...text('description')}
          />
          <PicturesInput
            value={form.values.media}
            onChange={(media) => form.setFieldValue('media', media)}
            readOnly={!mayEdit}
            error={of('media')}
          />
          {conflict && <ConflictNotice {...conflict} theirs={<InShort product={conflict.theirs} />} />}
          <ErrorNotice error={failure} />
        </Stack>
      </Panel>
      {below &&
        createPortal(
          <>
            <Panel title="Organisation" description="How staff and shoppers find it, and how it is taxed.">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
                <Select label="Kind" data={KINDS} allowDeselect={false} {...text('kind')} />
                <MultiSelect
                  label="Categories"
                  searchable
                  data={categories}
                  {...text('categoryIds')}
                  error={of('categoryIds')}
                />
                <TextInput label="Vendor" maxLength={200} {...text('vendor')} />
                <TextInput label="Type" placeholder="Green tea" maxLength={200} {...text('productType')} />
                <TagsInput label="Tags" {...text('tags')} error={of('tags')} />
                <TextInput
                  label="Tax code"
                  placeholder="The general rate"
                  maxLength={100}
                  {...text('taxCode')}
                />
                {sites.length > 1 && (
                  <MultiSelect
                    label="Sites"
                    placeholder={form.values.propertyIds.length === 0 ? 'Every site' : undefined}
                    data={sites.map(({ id, name }) => ({ value: id, label: name }))}
                    {...text('propertyIds')}
                    error={of('propertyIds')}
                  />
                )}
              </SimpleGrid>
            </Panel>
            <Panel
              title="Search engines"
              description="What they show, and the address of its page in your shop."
            >
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
                <TextInput
                  label="Title for search engines"
                  placeholder={form.values.title}
                  maxLength={300}
                  {...text('seo.title')}
                />
                <TextInput label="Handle" maxLength={200} {...text('handle')} />
              </SimpleGrid>
              <Textarea
                label="Text for search engines"
                placeholder={form.values.description.slice(0, 160)}
                autosize
                minRows={2}
                maxLength={1000}
                {...text('seo.description')}
              />
            </Panel>
          </>,
          below,
        )}
    </>
  );
}

const InShort = ({ product }: { product: Product }) => (
  <Facts
    facts={[
      ['Title', product.title],
      ['Vendor', product.vendor ?? '–'],
      ['Tags', product.tags.join(', ') || '–'],
      ['Description', (product.description ?? '–').slice(0, 120)],
    ]}
  />
);
