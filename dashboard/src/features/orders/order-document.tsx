/** Documents of an order, made for print: the page shows the sheet, and printing leaves the rest out; the server makes the same as PDF. */
import { Button, Title } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayAt } from '#shared/time-zone.ts';
import { api, type Data } from '../../api.ts';
import { type Address, AddressText } from '../../ui/address.tsx';
import { formatDay, timeZone } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useData } from '../../ui/use-data.ts';
import { AssetImage } from '../media/asset-image.tsx';
import type { Order } from './order.ts';
import classes from './order-document.module.css';

type Tenant = Data<'getTenant'>;

const FILES = { invoice: api.getOrderInvoice, 'packing-slip': api.getOrderPackingSlip };

export function OrderDocument(props: {
  title: string;
  kind: keyof typeof FILES;
  children: (order: Order) => ReactNode;
}) {
  const { kind } = props;
  const { id = '' } = useParams({ strict: false });
  const order = useData('getOrder', { path: { id } });
  const tenant = useData('getTenant');
  const number = order.data?.orderNumber ?? '';
  return (
    <Page
      title={`${props.title} ${number}`}
      back={{ to: `/orders/${id}`, label: `Order ${number}` }}
      description="Print it, or save it as PDF."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void saveFile(`${kind}-${number}.pdf`, () => FILES[kind]({ path: { id } }))}
          >
            Save PDF
          </Button>
          <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Loaded query={order}>
        {(found) => (
          <Loaded query={tenant}>
            {(sender) => (
              <article className={classes.sheet} aria-label={`${props.title} ${number}`}>
                <Letterhead tenant={sender} />
                <Recipient order={found} title={props.title} />
                {props.children(found)}
              </article>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Letterhead({ tenant }: { tenant: Tenant }) {
  return (
    <header className={classes.letterhead}>
      <div className={classes.logo}>{tenant.logoAssetId !== null && <Logo id={tenant.logoAssetId} />}</div>
      <div>
        <strong dir="auto">{tenant.name}</strong>
        <AddressText address={tenant.address} none="" />
        {tenant.taxNumber !== null && <p>Tax number {tenant.taxNumber}</p>}
      </div>
    </header>
  );
}

function Logo({ id }: { id: string }) {
  const { data } = useData('getAsset', { path: { id } });
  return data === undefined ? null : <AssetImage asset={data} rendition="small" fit="contain" />;
}

function Recipient({ order, title }: { order: Order; title: string }) {
  const customer = useData('getCustomer', { path: { id: order.customerId } });
  const shipping: Address | null = order.shippingAddress;
  const billing: Address | null = order.billingAddress ?? shipping;
  return (
    <>
      <section className={classes.parties}>
        <div>
          <h3>Bill to</h3>
          {!billing?.name && <bdi>{customer.data?.name}</bdi>}
          <AddressText address={billing} none="" />
        </div>
        <div>
          <h3>Ship to</h3>
          {!shipping?.name && <bdi>{customer.data?.name}</bdi>}
          <AddressText address={shipping} none="" />
        </div>
        <dl>
          <dt>Order</dt>
          <dd>{order.orderNumber}</dd>
          <dt>Date</dt>
          <dd>{formatDay(dayAt(timeZone(), Date.parse(order.createdAt)), { dateStyle: 'long' })}</dd>
        </dl>
      </section>
      <Title order={2} size="h3" className={classes.title}>
        {title}
      </Title>
    </>
  );
}
