import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SetupError } from '#kernel/config.ts';
import { readSettings } from './settings.ts';

describe('settings of the modules', () => {
  it('store media on disk, up to 100 MiB a file, unless a bucket is named', () => {
    const { dir, spoolDir, maxBytes, s3 } = readSettings({ DATA_DIR: '/data' }).media;
    assert.deepEqual([dir, spoolDir], ['/data/media', '/data/media/spool']);
    assert.deepEqual([maxBytes, s3], [100 * 1024 * 1024, null]);
    const inBucket = readSettings({
      MEDIA_S3_BUCKET: 'files',
      MEDIA_S3_ENDPOINT: 'http://localhost:9000',
      MEDIA_S3_ACCESS_KEY_ID: 'id',
      MEDIA_S3_SECRET_ACCESS_KEY: 'hidden',
    });
    assert.deepEqual(inBucket.media.s3, {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'http://localhost:9000',
      accessKeyId: 'id',
      secretAccessKey: 'hidden',
    });
  });

  it('accept name servers with or without a port, and default to those of the machine', () => {
    assert.deepEqual(readSettings({}).properties.dnsServers, []);
    const env = { DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353,2620:fe::fe' };
    const { dnsServers } = readSettings(env).properties;
    assert.deepEqual(dnsServers, ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe']);
  });

  it('bound imports, subscriptions and pending deliveries by default', () => {
    const { crm, webhooks } = readSettings({});
    assert.deepEqual(crm, { importMaxBytes: 256 * 1024 * 1024 });
    const limits = { maxSubscriptions: 100, maxPending: 100_000 };
    assert.deepEqual(webhooks, { networks: '', ...limits, retryScale: 1 });
  });

  it('limit each kind of usage, in MiB or rows; 0 is no limit', () => {
    const limits = (env: Record<string, string>) =>
      Object.fromEntries([...readSettings(env).quotas].map(([{ name }, quota]) => [name, quota]));
    const MIB = 1024 * 1024;
    const defaults = {
      ...{ files: 10_240 * MIB, imports: 2_048 * MIB, answers: 1_024 * MIB },
      ...{ entries: 1_000_000, redirects: 1_000_000, customers: null, orders: null },
    };
    assert.deepEqual(limits({}), defaults);
    assert.deepEqual(limits({ QUOTA_FILES_MIB: '0', QUOTA_ENTRIES: '5', QUOTA_CUSTOMERS: '7' }), {
      ...defaults,
      ...{ files: null, entries: 5, customers: 7 },
    });
  });
});

describe('a wrong setting of a module is refused in one sentence that names it', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DNS_SERVERS: 'dns.example' }, /^DNS_SERVERS must list .*"dns.example" is none\.$/],
    [{ RETRY_SCALE: '2' }, /^RETRY_SCALE must/],
    [{ MEDIA_MAX_MIB: '0' }, /^MEDIA_MAX_MIB must/],
    [{ MEDIA_MAX_MEGAPIXELS: '2000' }, /^MEDIA_MAX_MEGAPIXELS must/],
    [{ MEDIA_PROCESS_SECONDS: 'long' }, /^MEDIA_PROCESS_SECONDS must/],
    [{ MEDIA_PROCESS_MAX_MIB: '1' }, /^MEDIA_PROCESS_MAX_MIB must/],
    [{ MEDIA_S3_BUCKET: 'files' }, /^MEDIA_S3_BUCKET needs MEDIA_S3_ACCESS_KEY_ID and /],
    [
      {
        ...{ MEDIA_S3_BUCKET: 'files', MEDIA_S3_ACCESS_KEY_ID: 'i', MEDIA_S3_SECRET_ACCESS_KEY: 's' },
        MEDIA_S3_ENDPOINT: 'localhost',
      },
      /^MEDIA_S3_ENDPOINT must be a URL/,
    ],
    [{ IMPORT_MAX_MIB: '0' }, /^IMPORT_MAX_MIB must be a number from 1 to 100000, but is "0"\.$/],
    [{ WEBHOOK_MAX_SUBSCRIPTIONS: '0' }, /^WEBHOOK_MAX_SUBSCRIPTIONS must be a number from 1 to 100000/],
    [{ WEBHOOK_MAX_PENDING: 'all' }, /^WEBHOOK_MAX_PENDING must be a number from 1 to 1000000000/],
    [{ QUOTA_REDIRECTS: '-1' }, /^QUOTA_REDIRECTS must be a number from 0 to 1000000000000/],
  ];
  for (const [env, message] of wrong) {
    it(JSON.stringify(env), () => {
      assert.throws(() => readSettings(env), { constructor: SetupError, message });
    });
  }
});
