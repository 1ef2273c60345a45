import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '#kernel/config.ts';
import { deriveSecrets, loadSecrets } from '#kernel/secrets.ts';

const FORMER = 'the former secret that is long enough to be one';
const CURRENT = 'the current secret that is long enough to be one';
const secrets = deriveSecrets([CURRENT]);
const text = fc.string({ unit: 'grapheme' });

describe('a signed text', () => {
  it('is valid for its purpose only, and no other text is', () => {
    fc.assert(
      fc.property(text, text, text, (purpose, signed, other) => {
        const signature = secrets.sign(purpose, signed);
        assert.equal(secrets.isSigned(purpose, signed, signature), true);
        assert.equal(secrets.isSigned(purpose, other, signature), other === signed);
        assert.equal(secrets.isSigned(other, signed, signature), other === purpose);
        assert.equal(secrets.isSigned(purpose, signed, other), other === signature);
        assert.equal(secrets.isSigned(purpose, signed, signature.slice(1)), false);
      }),
    );
  });

  it('stays valid after the secret was changed, as long as the former one is known', () => {
    const before = deriveSecrets([FORMER]).sign('x', 'text');
    assert.equal(deriveSecrets([CURRENT, FORMER]).isSigned('x', 'text', before), true);
    assert.equal(secrets.isSigned('x', 'text', before), false);
  });
});

describe('a sealed text', () => {
  it('opens to the original for the tenant and row that it was sealed for', () => {
    fc.assert(
      fc.property(text, text, (secret, owner) => {
        assert.equal(secrets.open(secrets.seal(secret, owner), owner), secret);
      }),
    );
  });

  it('does not open for another tenant or another row', () => {
    fc.assert(
      fc.property(text, text, text, (secret, owner, other) => {
        fc.pre(owner !== other);
        assert.throws(() => secrets.open(secrets.seal(secret, owner), other));
      }),
    );
  });

  it('does not open if any byte of it is changed', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 255 }), (secret, place, change) => {
        const sealed = secrets.seal(secret, 'row');
        sealed[place % sealed.length]! ^= change;
        assert.throws(() => secrets.open(sealed, 'row'));
      }),
    );
  });

  it('does not open if it is shortened by any length, or extended', () => {
    for (const secret of ['', 'a secret']) {
      const sealed = secrets.seal(secret, 'row');
      for (let length = 0; length < sealed.length; length++)
        assert.throws(() => secrets.open(sealed.subarray(0, length), 'row'), `${length} bytes`);
      assert.throws(() => secrets.open(Buffer.concat([sealed, Buffer.alloc(1)]), 'row'));
    }
  });

  it('is different each time, and never contains the original', () => {
    const [one, other] = [secrets.seal('the same text', 'row'), secrets.seal('the same text', 'row')];
    assert.notDeepEqual(one, other);
    assert.ok(!one.includes('the same text'));
  });
});

describe("a change of the installation's secret", () => {
  it('keeps texts readable that the former secret sealed, while that is named as the former one', () => {
    const sealed = deriveSecrets([FORMER]).seal('kept', 'row');
    assert.equal(deriveSecrets([CURRENT, FORMER]).open(sealed, 'row'), 'kept');
  });

  it('makes new texts sealed with the new secret', () => {
    const sealed = deriveSecrets([CURRENT, FORMER]).seal('kept', 'row');
    assert.equal(deriveSecrets([CURRENT]).open(sealed, 'row'), 'kept');
  });

  it('makes texts unreadable whose secret is not configured any more', () => {
    const sealed = deriveSecrets([FORMER]).seal('kept', 'row');
    assert.throws(
      () => deriveSecrets([CURRENT]).open(sealed, 'row'),
      /sealed with a secret that is not configured/,
    );
  });

  it('changes the keys and passwords of each purpose', () => {
    const [one, other] = [deriveSecrets([CURRENT]), deriveSecrets([FORMER])];
    const derived = [one, other].flatMap((from) => [
      from.databasePassword('app'),
      from.databasePassword('worker'),
      from.fingerprints[0],
      from.tokenKeys[0]!.kid,
    ]);
    assert.equal(new Set(derived).size, derived.length);
    assert.equal(deriveSecrets([CURRENT]).databasePassword('app'), one.databasePassword('app'));
  });
});

describe('the secret in the data directory', () => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'colonnade-secret-'));
    folders.push(folder);
    return folder;
  };
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const load = (dataDir: string, env = {}) => loadSecrets(readConfig({ DATA_DIR: dataDir, ...env }, []));

  it('is generated once, readable by its owner only, and leaves no other file behind', () => {
    const folder = newFolder();
    const first = load(folder);
    assert.deepEqual(load(folder).fingerprints, first.fingerprints);
    assert.deepEqual(readdirSync(folder), ['secret']);
    assert.equal(statSync(join(folder, 'secret')).mode & 0o777, 0o600);
    assert.match(readFileSync(join(folder, 'secret'), 'utf8'), /^[0-9a-f]{64}$/);
    assert.notDeepEqual(load(newFolder()).fingerprints, first.fingerprints);
  });

  it('is not used when it is empty or cut short: such a secret could be guessed', () => {
    for (const damaged of ['', '\n', 'abc']) {
      const folder = newFolder();
      writeFileSync(join(folder, 'secret'), damaged);
      assert.throws(() => load(folder), /"secret" is damaged/);
    }
  });

  it('is neither generated nor read when the environment names one', () => {
    const folder = newFolder();
    const loaded = load(folder, { COLONNADE_SECRET: CURRENT, COLONNADE_SECRET_PREVIOUS: FORMER });
    assert.deepEqual(loaded.fingerprints, deriveSecrets([CURRENT, FORMER]).fingerprints);
    assert.deepEqual(readdirSync(folder), []);
  });
});
