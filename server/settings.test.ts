import assert from 'node:assert/strict';
import { Resolver } from 'node:dns';
import { describe, it } from 'node:test';
import { SetupError } from '#kernel/setting.ts';
import { readSettings } from './settings.ts';

const inBucket = {
  MEDIA_S3_BUCKET: 'files',
  MEDIA_S3_ACCESS_KEY_ID: 'id',
  MEDIA_S3_SECRET_ACCESS_KEY: 'hidden',
};

describe('settings of the modules', () => {
  it('store media on disk, up to 100 MiB a file, unless a bucket is named', () => {
    const { dir, spoolDir, maxBytes, s3 } = readSettings({ DATA_DIR: '/data' }).media;
    assert.deepEqual([dir, spoolDir], ['/data/media', '/data/media/spool']);
    assert.deepEqual([maxBytes, s3], [100 * 1024 * 1024, null]);
    const { media } = readSettings({ ...inBucket, MEDIA_S3_ENDPOINT: 'http://localhost:9000' });
    assert.deepEqual(media.s3, {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'http://localhost:9000',
      accessKeyId: 'id',
      secretAccessKey: 'hidden',
    });
  });

  it('accept the region of the bucket', () => {
    const { s3 } = readSettings({ ...inBucket, MEDIA_S3_REGION: 'eu-central-1' }).media;
    assert.deepEqual([s3?.region, s3?.endpoint], ['eu-central-1', null]);
  });

  it('accept name servers with or without a port, and default to those of the machine', () => {
    assert.deepEqual(readSettings({}).properties.dnsServers, []);
    const env = { DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353,2620:fe::fe,[2620:fe::fe]:53' };
    const { dnsServers } = readSettings(env).properties;
    assert.deepEqual(dnsServers, ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53']);
    new Resolver().setServers(dnsServers);
  });

  it('bound imports, subscriptions and pending deliveries by default', () => {
    const { crm, webhooks } = readSettings({});
    assert.deepEqual(crm, { importMaxBytes: 256 * 1024 * 1024 });
    const limits = { maxSubscriptions: 100, maxPending: 100_000, disableAfterDays: 5 };
    assert.deepEqual(webhooks, { networks: '', proxy: null, ...limits, retryScale: 1 });
  });

  it('keep the request log for seven days and one GiB per tenant; 0 days is no log', () => {
    const GIB = 1024 ** 3;
    assert.deepEqual(readSettings({}).requests, { days: 7, bytesPerTenant: GIB });
    const { requests } = readSettings({ REQUEST_LOG_DAYS: '0', REQUEST_LOG_MIB: '2048' });
    assert.deepEqual(requests, { days: 0, bytesPerTenant: 2 * GIB });
    assert.throws(() => readSettings({ REQUEST_LOG_DAYS: 'a week' }), SetupError);
  });

  it('limit each kind of usage, in MiB or rows; 0 is no limit', () => {
    const limits = (env: Record<string, string>) =>
      Object.fromEntries([...readSettings(env).quotas].map(([{ name }, quota]) => [name, quota]));
    const MIB = 1024 * 1024;
    const defaults = {
      ...{ files: 10_240 * MIB, transforms: 2_048 * MIB, imports: 2_048 * MIB, answers: 1_024 * MIB },
      ...{
        entries: 1_000_000,
        redirects: 1_000_000,
        products: 1_000_000,
        items: 5_000_000,
        customers: null,
        orders: null,
      },
    };
    assert.deepEqual(limits({}), defaults);
    assert.deepEqual(limits({ QUOTA_FILES_MIB: '0', QUOTA_ENTRIES: '5', QUOTA_CUSTOMERS: '7' }), {
      ...defaults,
      ...{ files: null, entries: 5, customers: 7 },
    });
    assert.deepEqual(limits({ QUOTA_ANSWERS_MIB: '3', QUOTA_TRANSFORMS_MIB: '4' }), {
      ...defaults,
      ...{ answers: 3 * MIB, transforms: 4 * MIB },
    });
  });
});

describe('a wrong setting of a module is refused in one sentence that names it', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DNS_SERVERS: 'dns.example' }, /^DNS_SERVERS must list .*"dns.example" is none\.$/],
    ...[':53', '1.1.1.1:99999', '1.1.1.1:0', '1.1.1.1:', '[1.1.1.1]:53', '[::1', 'fe80::1%lo'].map(
      (server): [Record<string, string>, RegExp] => [
        { DNS_SERVERS: `9.9.9.9,${server}` },
        /^DNS_SERVERS must list addresses of name servers, such as .*; "[^"]+" is none\.$/,
      ],
    ),
    [{ RETRY_SCALE: '2' }, /^RETRY_SCALE must/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    ...['secret', 'a b=c', 'a=%', 'a=b\nc'].map((headers): [Record<string, string>, RegExp] => [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: headers },
      /^OTEL_EXPORTER_OTLP_HEADERS must list headers, such as [^"]+$/,
    ]),
    [{ MEDIA_MAX_MIB: '0' }, /^MEDIA_MAX_MIB must/],
    [{ MEDIA_MAX_MEGAPIXELS: '2000' }, /^MEDIA_MAX_MEGAPIXELS must/],
    [{ MEDIA_PROCESS_SECONDS: 'long' }, /^MEDIA_PROCESS_SECONDS must/],
    [{ MEDIA_PROCESS_MAX_MIB: '1' }, /^MEDIA_PROCESS_MAX_MIB must/],
    [{ MEDIA_S3_BUCKET: 'files' }, /^MEDIA_S3_BUCKET needs MEDIA_S3_ACCESS_KEY_ID and /],
    [{ ...inBucket, MEDIA_S3_ACCESS_KEY_ID: 'id\n' }, /^MEDIA_S3_ACCESS_KEY_ID and .* no blanks\.$/],
    [{ ...inBucket, MEDIA_S3_SECRET_ACCESS_KEY: ' ' }, /^MEDIA_S3_ACCESS_KEY_ID and .* no blanks\.$/],
    [{ ...inBucket, MEDIA_S3_ENDPOINT: 'localhost' }, /^MEDIA_S3_ENDPOINT must be a URL/],
    [{ ...inBucket, MEDIA_S3_ENDPOINT: 'http://localhost:9000/?a' }, /^MEDIA_S3_ENDPOINT must be an address/],
    [{ ...inBucket, MEDIA_S3_BUCKET: 'a/b' }, /^MEDIA_S3_BUCKET may have letters, .*, but is "a\/b"\.$/],
    [{ ...inBucket, MEDIA_S3_REGION: ' ' }, /^MEDIA_S3_REGION may have letters, .*, but is " "\.$/],
    [{ IMPORT_MAX_MIB: '0' }, /^IMPORT_MAX_MIB must be a number from 1 to 100000, but is "0"\.$/],
    [{ WEBHOOK_MAX_SUBSCRIPTIONS: '0' }, /^WEBHOOK_MAX_SUBSCRIPTIONS must be a number from 1 to 100000/],
    [{ WEBHOOK_PROXY_URL: 'proxy:3128' }, /^WEBHOOK_PROXY_URL must be a URL that starts with http:\/\/$/],
    [{ WEBHOOK_DISABLE_AFTER_DAYS: 'never' }, /^WEBHOOK_DISABLE_AFTER_DAYS must be a number from 0 to 365/],
    [{ WEBHOOK_MAX_PENDING: 'all' }, /^WEBHOOK_MAX_PENDING must be a number from 1 to 1000000000/],
    [{ QUOTA_ANSWERS_MIB: '1GiB' }, /^QUOTA_ANSWERS_MIB must be a number from 0 to .*, but is "1GiB"\.$/],
    [{ QUOTA_REDIRECTS: '-1' }, /^QUOTA_REDIRECTS must be a number from 0 to 1000000000000/],
  ];
  for (const [env, message] of wrong) {
    it(JSON.stringify(env), () => {
      assert.throws(() => readSettings(env), { constructor: SetupError, message });
    });
  }
});
