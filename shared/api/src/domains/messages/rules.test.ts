import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChangedPreferences,
  changePreference,
  isPushEndpoint,
  MESSAGE_CHANNELS,
  MESSAGE_TOPICS,
  preferenceOf,
  wantsMessage,
} from './rules.ts';

const topics = fc.constantFrom(...MESSAGE_TOPICS);
const channels = fc.constantFrom(...MESSAGE_CHANNELS);
const changes = fc.array(fc.tuple(topics, channels, fc.boolean()), { maxLength: 40 });

test('whatever a user changes, and whatever is stored, security reaches the centre and the mailbox', () => {
  fc.assert(
    fc.property(changes, fc.dictionary(fc.string(), fc.boolean()), (all, stored) => {
      let changed: ChangedPreferences = { ...stored, 'security.app': false, 'security.mail': false };
      for (const [topic, channel, on] of all) changed = changePreference(changed, topic, channel, on) ?? changed;
      expect(wantsMessage(changed, 'security', 'app')).toBe(true);
      expect(wantsMessage(changed, 'security', 'mail')).toBe(true);
      expect(wantsMessage(changed, 'chat', 'mail')).toBe(false);
    }),
  );
});

test('a change holds for its topic and channel alone, and the last one counts', () => {
  fc.assert(
    fc.property(changes, topics, channels, fc.boolean(), (all, topic, channel, on) => {
      let before: ChangedPreferences = {};
      for (const each of all) before = changePreference(before, ...each) ?? before;
      const after = changePreference(before, topic, channel, on);
      const was = preferenceOf(before, topic, channel);
      expect(after === null).toBe(was === null || was.locked);
      for (const t of MESSAGE_TOPICS)
        for (const c of MESSAGE_CHANNELS) {
          const expected = after !== null && t === topic && c === channel ? on : wantsMessage(before, t, c);
          expect(wantsMessage(after ?? before, t, c)).toBe(expected);
        }
    }),
  );
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/QOabc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://notify.windows.com.evil.example/', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['no address', false],
])('%s is the address of a push service: %s', (address, expected) => {
  expect(isPushEndpoint(address)).toBe(expected);
});

test('an operator allows further services by their origin', () => {
  expect(isPushEndpoint('https://push.example:8443/a', ['https://push.example:8443'])).toBe(true);
  expect(isPushEndpoint('https://push.example/a', ['https://push.example:8443'])).toBe(false);
});
