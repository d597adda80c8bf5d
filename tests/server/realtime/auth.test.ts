import { describe, expect, it } from 'vitest';
import { authorizeChannel, signChannel, verifyChannel } from '../../../server/realtime/channel-auth.ts';
import { userChannel, userOfChannel } from '../../../src/lib/contract/channels.ts';

describe('channel signatures', () => {
  it("are those of the protocol's documentation", () => {
    // The worked examples of Pusher's page "Auth signatures".
    const keys = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
    expect(signChannel(keys, { socketId: '1234.1234', channel: 'private-foobar' })).toBe(
      '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    );
    const channelData = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}';
    expect(signChannel(keys, { socketId: '1234.1234', channel: 'presence-foobar', channelData })).toBe(
      '278d425bdf160c739803:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
    );
  });

  const keys = { key: 'k', secret: 's' };
  const subscription = { socketId: '1.2', channel: 'private-user.5' };
  const auth = signChannel(keys, subscription);

  it('are valid only for that socket, channel, data and key', () => {
    expect(verifyChannel(keys, auth, subscription)).toBe(true);
    expect(verifyChannel(keys, auth, { ...subscription, socketId: '1.3' })).toBe(false);
    expect(verifyChannel(keys, auth, { ...subscription, channel: 'private-user.6' })).toBe(false);
    expect(verifyChannel(keys, auth, { ...subscription, channelData: '{}' })).toBe(false);
    expect(verifyChannel({ ...keys, secret: 'another' }, auth, subscription)).toBe(false);
  });

  it.each(['', 'k:', 'k', auth.slice(0, -1), `${auth}0`, auth.toUpperCase(), `k:${'é'.repeat(64)}`])(
    'are rejected without an error when they are %j',
    (given) => {
      expect(verifyChannel(keys, given, subscription)).toBe(false);
    },
  );
});

describe('who may join', () => {
  const keys = { key: 'k', secret: 's' };
  const ask = (channel: string, socketId = '12.34') =>
    authorizeChannel({ userId: 5, socketId, channel }, keys);

  it("lets a user into the user's own channel, with a signature that verifies", () => {
    const answer = ask(userChannel(5));
    expect(verifyChannel(keys, answer?.auth ?? '', { socketId: '12.34', channel: userChannel(5) })).toBe(
      true,
    );
  });

  it.each([
    'private-user.6',
    'private-user.05',
    'private-user.5 ',
    'private-user.5.5',
    'private-user.',
    'private-user.5e0',
    'presence-user.5',
    'private-encrypted-user.5',
    'user.5',
    'private-feed',
    '',
  ])('rejects %j', (channel) => {
    expect(ask(channel)).toBeNull();
  });

  it.each(['', '1', '1.', '1.2:private-user.6', '1.2\n', 'a.b', '1.2.3'])(
    'rejects the socket id %j',
    (socketId) => {
      expect(ask(userChannel(5), socketId)).toBeNull();
    },
  );

  it('reads the owner back from the name', () => {
    expect(userOfChannel(userChannel(84))).toBe(84);
    expect(userOfChannel('private-user.0')).toBeNull();
  });
});
