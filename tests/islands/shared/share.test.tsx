/** A win as a picture. */
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShareButton } from '../../../src/islands/shared/ShareButton.tsx';
import * as cards from '../../../src/islands/shared/share-card.ts';
import { field, pressFound } from '../../support/screen.ts';

const CARD = {
  about: 'My score in Merge',
  figure: '12,480',
  words: 'Largest tile 512',
  path: '/games/merge',
};

describe('the drawing', () => {
  /** The drawn text with its size; each letter is 0.6 times as wide. */
  function draw(card: cards.ShareCard, name: string | null) {
    const written: [text: string, px: number][] = [];
    let pixels = 0;
    const nothing = () => {};
    let font = '';
    const px = () => Number(/(\d+)px/.exec(font)?.[1]);
    const width = (text: string) => text.length * px() * 0.6;
    cards.drawCard(
      {
        fillStyle: '',
        strokeStyle: '',
        lineWidth: 1,
        lineCap: 'butt',
        get font() {
          return font;
        },
        set font(value) {
          font = value;
        },
        fillText: (text) => void written.push([text, px()]),
        measureText: (text) => ({ width: width(text) }),
        fillRect: (_x, _y, width, height) => {
          if (width === height) pixels += 1;
        },
        beginPath: nothing,
        roundRect: nothing,
        arc: nothing,
        moveTo: nothing,
        lineTo: nothing,
        fill: nothing,
        stroke: nothing,
        setLineDash: nothing,
      },
      card,
      name,
      'Playtally',
    );
    return { written, pixels };
  }
  const texts = (name: string | null) => draw(CARD, name).written.map(([text]) => text);

  test('shows the win, the player and the site, and no name if there is none', () => {
    expect(texts('mira')).toEqual(['My score in Merge', '12,480', 'Largest tile 512', 'mira', 'Playtally']);
    expect(texts(null)).toEqual(['My score in Merge', '12,480', 'Largest tile 512', 'Playtally']);
  });

  test('writes a text that is too long for the ticket smaller', () => {
    const long = 'A very long name of a reward that somebody saved for';
    const size = draw({ ...CARD, figure: long }, null).written.find(([text]) => text === long)?.[1] ?? 0;
    expect(size * long.length * 0.6).toBeLessThanOrEqual(940);
    expect(size).toBeGreaterThan(10);
  });

  test('draws a creature pixel by pixel next to the words, which leave it room', () => {
    const creature = { size: 5, cells: Array.from({ length: 25 }, (_, cell) => cell < 10), hue: 210 };
    const { written, pixels } = draw({ ...CARD, figure: 'Leviathan', creature }, null);
    expect(pixels).toBe(10);
    const [, size = 0] = written.find(([text]) => text === 'Leviathan') ?? [];
    expect(size * 'Leviathan'.length * 0.6).toBeLessThanOrEqual(640);
  });
});

describe('the dialog', () => {
  const shared: ShareData[] = [];
  let draws = vi.spyOn(cards, 'pictureOf');
  beforeEach(() => {
    shared.length = 0;
    draws = vi
      .spyOn(cards, 'pictureOf')
      .mockImplementation(async () => ({ blob: new Blob(['png']), url: 'data:image/png;base64,' }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  function offer(canShare: boolean) {
    const share = async (data: ShareData) => void shared.push(data);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share, canShare: () => canShare }));
    render(<ShareButton card={CARD} name="mira" />);
    return pressFound('Share');
  }
  const image = () => screen.findByRole('img');

  test('draws only on press, and passes the picture on with its words and a link', async () => {
    await offer(true);
    expect((await image()).getAttribute('alt')).toBe(
      'My score in Merge: 12,480 (Largest tile 512). mira on Playtally',
    );
    const [, inDialog] = await screen.findAllByRole('button', { name: 'Share' });
    inDialog?.click();
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.files?.[0]?.type).toBe('image/png');
    expect(shared[0]?.text).toBe(
      `My score in Merge: 12,480 (Largest tile 512). mira on Playtally\n${location.origin}/games/merge`,
    );
  });

  test('takes the name off the picture and out of the words', async () => {
    await offer(true);
    await image();
    field('Show my name').click();
    await waitFor(() =>
      expect(draws).toHaveBeenLastCalledWith(
        expect.objectContaining({ figure: '12,480' }),
        null,
        'Playtally',
      ),
    );
    expect((await image()).getAttribute('alt')).not.toContain('mira');
  });

  test('shares the words if the browser can’t share files, and offers the picture as a download', async () => {
    await offer(false);
    const link = await screen.findByRole('link', { name: 'Download image' });
    expect(link.getAttribute('download')).toBe('playtally.png');
    const [, inDialog] = await screen.findAllByRole('button', { name: 'Share' });
    inDialog?.click();
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(Object.keys(shared[0] ?? {})).toEqual(['text']);
  });

  test('says so if it can’t draw', async () => {
    draws.mockResolvedValue(null);
    await offer(false);
    await waitFor(() => expect(document.querySelector('.share [aria-busy="false"]')).not.toBeNull());
    screen.getByText(/couldn’t draw the picture/);
    expect(screen.queryByRole('link', { name: 'Download image' })).toBeNull();
  });
});
