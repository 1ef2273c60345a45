import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { finished, upload } from './testing/imports.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const work = test.startWork();
const token = tenant.key;

it('x', async () => {
  const csv = `orderNumber,customerId,sku,name,quantity,unitPrice\nA-1,${customerId},S1,Tea,2,1.50\nA-1,,S2,Cup,1,3\nA-2,${customerId},S1,Tea,1,1.50`;
  const answer = await upload(test, token, csv);
  assert.equal(answer.status, 202, answer.text);
  const job = await finished(test, token, answer.body.data.id);
  console.log(job);
  console.log((await test.call('GET', `/v1/crm/orders/export?rows=lines`, { token })).text);
  console.log((await test.call('GET', `/v1/crm/orders/export?format=ndjson`, { token })).text);
  await work.stop();
});
