import { expect, test } from 'vitest';
import { isOneScript, looksLikeOurs, skeletonOf } from '../../../../server/features/account/names.ts';

test.each([
  'Support',
  'Ѕupport',
  'ѕuppоrt',
  'Suppоrt team',
  '5upp0rt',
  'SUPP0RT.24',
  'Ｓｕｐｐｏｒｔ',
  'Plаytally',
  'P1aytaIIy',
  'Ρlaytally',
  'Pláytally',
  'adrnin',
  'Оfficial',
  'Deleted_account',
  'SupportTeam',
  'PlaytallyHelp',
  'The Admin',
  'S-u-p-p-o-r-t',
  'ΤΕΑΜ',
  'ЅТАҒҒ',
  'ᏢᏞᎪᎩᎢᎪᏞᏞᎩ',
  'Ƥƚaytally',
  'ƭeam',
  'Staƒƒ',
  'ȿupport',
  'ɖelɛted account',
])('%s looks like one of our names', (name) => expect(looksLikeOurs(name)).toBe(true));

test.each(['Supporter', 'Mira K', 'Мира', 'Teamwork', 'Adele', 'Ольга', 'Νίκος', 'みらミラ', 'Łukasz'])(
  '%s doesn’t look like one of our names',
  (name) => expect(looksLikeOurs(name)).toBe(false),
);

test.each([
  'Mira',
  'Zażółć 7',
  'Мира',
  'Νίκος',
  'ميرا',
  'מירה',
  '未来みらミラ',
  '미라',
  'मीरा',
  'มีรา',
  'player-48213',
])('%s is written in one script', (name) => expect(isOneScript(name)).toBe(true));
test.each(['ᴘʟᴀʏᴛᴀʟʟʏ', 'ᴀᴅᴍɪɴ', 'ꜱᴜᴘᴘᴏʀᴛ', 'adꭑin', 'Ʇeaɯ', 'Pⱡaytally', 'suᵽport'])(
  '%s has letters that no language is written in',
  (name) => expect(isOneScript(name)).toBe(false),
);
test.each(['Əli', 'Ɛdem', 'Kɔfi', 'Ŋozi', 'Ɖela', 'Şükrü', 'Nguyễn', 'Þóra', 'Ƴaro'])(
  '%s has letters of its language',
  (name) => {
    expect(isOneScript(name)).toBe(true);
    expect(looksLikeOurs(name)).toBe(false);
  },
);
test.each(['Мirа', 'Ѕupport', 'Νikos', 'Mира', 'Miраmar', 'Mみ'])('%s mixes scripts', (name) =>
  expect(isOneScript(name)).toBe(false),
);

test('two names that can hardly be distinguished look the same', () => {
  expect(skeletonOf('Мира')).not.toBe(skeletonOf('Mira'));
  expect(skeletonOf('сосо')).toBe(skeletonOf('coco'));
});
