/** Redirects from before they belonged to a property, migrated by a database owner that is no superuser. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('redirect-rules');
const [withRedirects, without] = [crypto.randomUUID(), crypto.randomUUID()];

it('older redirects go to a default property of their tenant, each as the exact rule it was', async () => {
  const tenant = (id: string, slug: string): [string, unknown[]] => [
    `insert into tenants (id, name, slug, created_at) values ($1, 'T', $2, now())`,
    [id, slug],
  ];
  await fill(
    ['tenants', 'redirects'],
    [
      tenant(withRedirects, 'with'),
      tenant(without, 'without'),
      [
        `insert into redirects (tenant_id, id, from_path, to_url, status_code, created_at) values
           ($1, gen_random_uuid(), '/a', '/b', 301, '2030-01-01'), ($1, gen_random_uuid(), '/caf\u00e9', '/c', 302, '2030-01-02')`,
        [withRedirects],
      ],
    ],
  );
  await upgradeTo('redirect-rules');
  assert.deepEqual(await read('select tenant_id, name, is_default from properties'), [
    [withRedirects, 'Default site', true],
  ]);
  assert.deepEqual(
    await read(
      `select from_path, to_url, status_code, match, query, r.version, r.updated_at = r.created_at
       from redirects r join properties p using (tenant_id) where property_id = p.id order by from_path`,
    ),
    [
      ['/a', '/b', 301, 'exact', 'keep', 1, true],
      ['/caf\u00e9', '/c', 302, 'exact', 'keep', 1, true],
    ],
  );
});
