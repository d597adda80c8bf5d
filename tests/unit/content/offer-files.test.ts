import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdHours, holdWords, releaseTime } from '../../../server/features/ledger/holds.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { catalogueCopy } from '../../support/catalogue-copy.ts';

const { dir, change } = catalogueCopy();

test('the files are read with their slugs, and all of them are the demo partner’s', () => {
  const { partners, offers } = readOffers(dir);
  expect(partners.map(({ id, demo }) => [id, demo])).toEqual([['demo', true]]);
  expect(offers.find(({ id }) => id === 2)).toMatchObject({ slug: 'teacup-atlas', partner: 'demo' });
});

test.each([
  [
    'offers/teacup-atlas.json',
    '"points": 900',
    '"points": 0',
    /teacup-atlas\.json.*\n.*points: must be a whole number from 1 to 1000000/,
  ],
  [
    'offers/teacup-atlas.json',
    '"id": 2',
    '"id": 1',
    /id: .*lighthouse-league\.json already has the offer id 1/,
  ],
  ['offers/teacup-atlas.json', '"demo"', '"nobody"', /partner: there is no partner "nobody"/],
  ['offers/teacup-atlas.json', '"map_3"', '"installed"', /milestones: each code may be used once/],
  ['offers/teacup-atlas.json', '"kind"', '"kin"', /teacup-atlas\.json[\s\S]*kin/],
  ['offers/teacup-atlas.json', '{', '', /teacup-atlas\.json is not JSON/],
  ['offers/pebble-budget.json', '"PL"', '"pl"', /countr(?:ies|y)/],
  ['partners/demo.json', '"demo": true', '"demo": false', /url: a partner needs one/],
  [
    'partners/demo.json',
    '"url": null',
    '"url": "http://x.example/{click}"',
    /url: This must be an https address/,
  ],
  ['partners/demo.json', '"up_to_cents": null', '"up_to_cents": 5000', /The steps must rise/],
  ['partners/demo.json', '"up_to_cents": 100,', '"up_to_cents": 2000,', /The steps must rise/],
])('%s with %s as %s is rejected with an explanation', (file, from, to, words) => {
  change(file, from, to);
  expect(() => readOffers(dir)).toThrow(words);
});

test('a partner’s file name has to fit into an address', () => {
  renameSync(join(dir, 'partners/demo.json'), join(dir, 'partners/Demo Partner.json'));
  expect(() => readOffers(dir)).toThrow(/the file’s name is the partner’s id/);
});

test('points wait according to their value', () => {
  const [demo] = readOffers(dir).partners;
  const hours = [1, 1000, 1001, 10_000, 10_001].map((points) => holdHours(demo?.holds ?? [], points));
  expect(hours).toEqual([24, 24, 168, 168, 720]);
  expect(hours.map(holdWords)).toEqual(['24 hours', '24 hours', '7 days', '7 days', '30 days']);
  const at = new Date('2026-11-18T12:00:00Z');
  expect(releaseTime([{ up_to_cents: null, hours: 1 }], 5, at)).toEqual(new Date('2026-11-18T13:00:00Z'));
  expect(releaseTime([{ up_to_cents: null, hours: 0 }], 5, at)).toBeUndefined();
});
