/** Converts a customer to form values and back. */
import type { Input } from '../../../../sdk/client.ts';
import { type Address, tidy } from '../../ui/address.tsx';
import type { Customer } from './customer-picker.tsx';

export type FormAddress = {
  /** Identifies the row while addresses are added and removed; never sent. */
  key: string;
  label: string;
  defaultShipping: boolean;
  defaultBilling: boolean;
  address: Address;
};

export type CustomerValues = {
  type: Customer['type'];
  name: string;
  emails: string[];
  phones: string[];
  tags: string[];
  externalId: string;
  companyId: string | null;
  addresses: FormAddress[];
  notes: string;
};

let made = 0;
const newKey = () => `address-${++made}`;

export const newAddress = (isFirst: boolean): FormAddress => ({
  key: newKey(),
  label: '',
  defaultShipping: isFirst,
  defaultBilling: isFirst,
  address: {},
});

export const BLANK: CustomerValues = {
  type: 'person',
  name: '',
  emails: [],
  phones: [],
  tags: [],
  externalId: '',
  companyId: null,
  addresses: [],
  notes: '',
};

export const valuesOf = (customer: Customer): CustomerValues => ({
  type: customer.type,
  name: customer.name,
  emails: customer.emails,
  phones: customer.phones,
  tags: customer.tags,
  externalId: customer.externalId ?? '',
  companyId: customer.companyId,
  addresses: customer.addresses.map((one) => ({ ...one, key: newKey(), label: one.label ?? '' })),
  notes: customer.notes ?? '',
});

/** Drops addresses without any text. */
const addressesOf = (addresses: FormAddress[]) =>
  addresses.flatMap(({ key: _, label, address, ...defaults }) => {
    const tidied = tidy(address);
    return tidied === null ? [] : [{ ...defaults, label: label.trim() || null, address: tidied }];
  });

export function newCustomerOf(values: CustomerValues): Input<'createCustomer'>['body'] {
  const { externalId, companyId, notes, addresses, ...rest } = values;
  return {
    ...rest,
    addresses: addressesOf(addresses),
    ...(externalId.trim() !== '' && { externalId: externalId.trim() }),
    ...(companyId !== null && rest.type === 'person' && { companyId }),
    ...(notes.trim() !== '' && { notes }),
  };
}

export function changeOf({ type: _, ...values }: CustomerValues): Input<'updateCustomer'>['body'] {
  return {
    ...values,
    externalId: values.externalId.trim() || null,
    notes: values.notes.trim() === '' ? null : values.notes,
    addresses: addressesOf(values.addresses),
  };
}
