import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AddressText } from '../../ui/address.tsx';
import { NoteText } from '../../ui/note-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import type { Customer } from './customer-picker.tsx';

export function CustomerContact({ customer }: { customer: Customer }) {
  const { emails, phones, tags, notes, externalId, companyId, addresses } = customer;
  return (
    <Panel title="About">
      <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
        <Fact label="E-mail">
          {emails.map((email) => (
            <Anchor key={email} href={`mailto:${email}`} display="block" size="sm">
              {email}
            </Anchor>
          ))}
        </Fact>
        <Fact label="Phone">
          {phones.map((phone) => (
            <Anchor key={phone} href={`tel:${phone}`} display="block" size="sm">
              {phone}
            </Anchor>
          ))}
        </Fact>
        {companyId !== null && (
          <Fact label="Company">
            <Company id={companyId} />
          </Fact>
        )}
        <Fact label="Tags">
          {tags.length > 0 && (
            <Group gap={4}>
              {tags.map((tag) => (
                <Badge
                  key={tag}
                  component={Link}
                  to="/customers"
                  search={{ tag } as never}
                  variant="default"
                  tt="none"
                  fw={400}
                  style={{ cursor: 'pointer' }}
                >
                  <bdi>{tag}</bdi>
                </Badge>
              ))}
            </Group>
          )}
        </Fact>
        {externalId !== null && <Fact label="Reference">{externalId}</Fact>}
        {notes !== null && (
          <Fact label="Notes">
            <NoteText text={notes} />
          </Fact>
        )}
        {addresses.map((one, index) => (
          <Fact
            // biome-ignore lint/suspicious/noArrayIndexKey: an address has no id, and the list is not reordered
            key={index}
            label={[
              one.label ?? 'Address',
              one.defaultShipping && 'ship here',
              one.defaultBilling && 'bill here',
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <AddressText address={one.address} />
          </Fact>
        ))}
      </Stack>
    </Panel>
  );
}

function Company({ id }: { id: string }) {
  const company = useData('getCustomer', { path: { id } });
  return (
    <Anchor component={Link} to={`/customers/${id}`} size="sm">
      <bdi>{company.data?.name ?? 'Company'}</bdi>
    </Anchor>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = !children || (Array.isArray(children) && children.length === 0);
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div">
        {isEmpty ? '–' : children}
      </Text>
    </div>
  );
}
