import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalEmail, normalPhone } from './contact.ts';

const padding = fc.stringMatching(/^[ \t\n]{0,3}$/);

describe('an e-mail address', () => {
  it('is stored in lower case without white space around it', () => {
    assert.equal(normalEmail(' Ada.Lovelace+Tea@Example.COM\n'), 'ada.lovelace+tea@example.com');
  });

  it('is the same in any case and with any padding', () => {
    const address = fc.tuple(
      fc.stringMatching(/^[a-z0-9._+-]{1,30}$/),
      fc.stringMatching(/^[a-z0-9-]{1,20}$/),
    );
    fc.assert(
      fc.property(
        address,
        padding,
        padding,
        fc.infiniteStream(fc.boolean()),
        ([local, domain], before, after, upper) => {
          const plain = `${local}@${domain}.example`;
          const shouted = [...plain].map((char) => (upper.next().value ? char.toUpperCase() : char)).join('');
          assert.equal(normalEmail(before + shouted + after), plain);
        },
      ),
    );
  });

  it('does not change when it is normalised again, whatever its letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (local, domain) => {
        const once = normalEmail(`${local}@${domain}.example`);
        if (once !== undefined) assert.equal(normalEmail(once), once);
      }),
    );
  });

  it('is refused when it is invalid or too long', () => {
    for (const text of [
      '',
      'ada',
      '@b.example',
      'a@b',
      'a b@c.example',
      'a@b@c.example',
      `a@${'b'.repeat(250)}.example`,
    ]) {
      assert.equal(normalEmail(text), undefined, text);
    }
  });
});

describe('a phone number', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{6,14}$/);

  it('is stored as + and its digits, whatever separates them', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '/', '\u2011', '  ');
    fc.assert(
      fc.property(
        digits,
        fc.array(separator, { minLength: 15, maxLength: 15 }),
        padding,
        (number, between, around) => {
          const spaced = [...number].map((digit, index) => digit + between[index]).join('');
          assert.equal(normalPhone(`${around}+${spaced}${around}`), `+${number}`);
        },
      ),
    );
    assert.equal(normalPhone('+44 (20) 7946-0958'), '+442079460958');
  });

  it('does not change when it is normalised again', () => {
    fc.assert(
      fc.property(digits, (number) => assert.equal(normalPhone(normalPhone(`+${number}`)!), `+${number}`)),
    );
  });

  it('is refused without its country, with letters, or with too few or too many digits', () => {
    const wrong = [
      '',
      '+',
      '020 7946 0958',
      '0044 20 7946 0958',
      '+44 20 CALL ME',
      '+123456',
      '+1234567890123456',
    ];
    for (const text of [...wrong, '+0123456789', '++44 2079460958', '+44 20 7946 0958 ext. 3']) {
      assert.equal(normalPhone(text), undefined, text);
    }
  });

  it('is refused, not guessed, with a zero that is only dialled inside its country', () => {
    assert.equal(normalPhone('+49 (0)30 123456'), undefined);
  });
});
