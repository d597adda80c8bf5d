/**
 * Checks a page for readers without a mouse, with large letters or with a small screen. Findings are sentences; an empty list
 * passes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type JSHandle, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { alive, byNight } from './e2e.ts';

/** Waits until the page's islands are hydrated, no skeleton is left, nothing is loading, and the page's own motion has ended. */
export async function settle(page: Page): Promise<void> {
  await alive(page);
  // A page is empty while one of its parts is still being rendered.
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('main[aria-busy="true"], main .skeleton, main [aria-busy="true"]')).toHaveCount(
    0,
  );
  await page.evaluate(async () => {
    // Elements that follow the window's size do so before the next frame.
    await new Promise(requestAnimationFrame);
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
  });
}

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
/** Minified, for the page. `@axe-core/playwright` injects the full source twice and also returns every rule that passed. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type View = readonly [size: keyof typeof sizes, colorScheme: 'dark' | 'light'];
const views: readonly View[] = [
  ['phone', 'dark'],
  ['desktop', 'light'],
  ['phone', 'light'],
  ['desktop', 'dark'],
];

/**
 * Expects no axe violations and, at each size, no horizontal overflow and no text outside the page's parts.
 * @param at the page's index in the sweep, which picks one view. Nightly runs check all of them.
 */
export async function expectAccessible(page: Page, where: string, at: number): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const [of, colorScheme] of byNight<readonly View[]>(views, views.slice(at % 4, (at % 4) + 1))) {
      if (of !== size) continue;
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const found = await violations(page);
      expect.soft(found, `axe on ${where}, ${size}, ${colorScheme}`).toEqual([]);
    }
    expect.soft(await strayParts(page), `${where}, ${size}`).toEqual([]);
    expect.soft(await smallText(page), `${where}, ${size}`).toEqual([]);
    expect.soft(await brokenWords(page), `${where}, ${size}`).toEqual([]);
    if (size === 'phone') expect.soft(await smallForThumbs(page), where).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await unseenChoices(page), `${where} in forced colours`).toEqual([]);
  expect.soft(await unseenProgress(page), `${where} in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** What axe finds, as 'rule: elements'. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { run }: typeof axe = Reflect.get(window, 'axe');
    const { violations } = await run({
      rules: {
        'target-size': { enabled: true },
        'label-content-name-mismatch': { enabled: true },
      },
      resultTypes: ['violations'],
      // It would fetch and parse all styles again for a rule about sound and video, which our pages don't have.
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}

/** Text that is too small: less than 16 pixels on a player's phone screen, or more than a tenth of any screen below 14. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    // Operators use desktops.
    const isPlayersPhone = innerWidth < 560 && !document.body.matches('.operator');
    const found = isPlayersPhone && sizeOf(document.body) < 16 ? ['its text has less than 16 px'] : [];
    const small = new Set<string>();
    let all = 0;
    let below = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim();
      const element = node.parentElement;
      if (!words || !element?.checkVisibility({ visibilityProperty: true })) continue;
      // Only for screen readers, or drawn at another scale.
      if (element.closest('svg, .unseen')) continue;
      all += words.length;
      if (sizeOf(element) >= 13.99) continue;
      below += words.length;
      small.add(`${element.localName}.${element.className}`);
    }
    return below > all / 10
      ? [...found, `${Math.round((100 * below) / all)} % is below 14 px: ${[...small].join(', ')}`]
      : found;
  });
}

/** Ordinary words that continue on the next line without a hyphen, because their column is too narrow. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!(node instanceof Text) || !element?.checkVisibility({ visibilityProperty: true })) continue;
      const { clipPath, hyphens } = getComputedStyle(element);
      // Only for screen readers, or with hyphens of its own.
      if (element.closest('svg, .unseen') || clipPath === 'inset(50%)' || hyphens === 'auto') continue;
      // Addresses, codes and names that somebody made up may be of any length.
      for (const { 0: word, index } of node.data.matchAll(/(?<!\S)\p{L}{2,14}(?=[.,:;?)]?(?:\s|$))/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const parts = [...range.getClientRects()];
        const isBroken = parts.some(({ left, top }, at) => {
          const before = parts[at - 1];
          return before && left < before.right - 1 && top >= before.bottom - 1;
        });
        if (isBroken) found.push(`“${word}” is broken in ${element.localName}.${element.className}`);
      }
    }
    return found;
  });
}

/** The names of the visible primary buttons, if there is more than one. A long page may repeat a link at its end. */
export function rivalButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('main .button:not(.quiet)')].filter((button) =>
      button.checkVisibility({ visibilityProperty: true }),
    );
    const acts = new Map(seen.map((button) => [button.getAttribute('href') ?? button, button.textContent]));
    return acts.size > 1 ? [...acts.values()] : [];
  });
}

/**
 * Problems for a new player on a phone: a page of more than three screens, and a ticket whose picture leaves part of its side
 * empty.
 */
export function tooMuch(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const heights = document.documentElement.scrollHeight / innerHeight;
    const tickets = [...document.querySelectorAll('main .ticket .whole')].filter((ticket) => {
      const [whole, art] = [ticket, ticket.querySelector('.art')].map((one) => one?.getBoundingClientRect());
      return whole && art && art.width < whole.width - 1 && art.height < whole.height - 1;
    });
    return [
      ...(tickets.length > 0 ? [`${tickets.length} tickets with a part of a picture`] : []),
      ...(heights > 3 ? [`${heights.toFixed(2)} heights`] : []),
    ];
  });
}

/** Players' touch targets below 44 pixels. Operators use desktops. Axe finds those below 24. */
function smallForThumbs(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'body:not(.operator) :is(.button, .icon-button, .chip, .item, .input, .tabs a, .more a)',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = `${element.className} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}”`;
        // Browsers round by up to half a pixel.
        return Math.min(width, height) < 43.5
          ? [`${name} is ${Math.round(width)}×${Math.round(height)}`]
          : [];
      }),
  );
}

/** A selected option that looks like the others. */
function unseenChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chosen =
      '[aria-pressed="true"], [aria-selected="true"], [aria-checked="true"], a[aria-current], button[aria-current]';
    const lookOf = (element: Element) => {
      const { backgroundColor, borderStyle, borderWidth, textDecorationLine } = getComputedStyle(element);
      return [backgroundColor, borderStyle, borderWidth, textDecorationLine].join();
    };
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const names = (element: Element) =>
      `${element.localName}.${element.className} “${element.textContent.trim().slice(0, 30)}”`;
    return [...document.querySelectorAll(chosen)].filter(isSeen).flatMap((element) => {
      const group = element.closest('fieldset, nav, ul, tbody, [role="group"]') ?? element.parentElement;
      const other = [...(group?.querySelectorAll(element.localName) ?? [])].find(
        (one) => isSeen(one) && one.className === element.className && !one.matches(chosen),
      );
      return other && lookOf(other) === lookOf(element)
        ? [`${names(element)} looks as if it weren’t chosen`]
        : [];
    });
  });
}

/** A partly filled bar whose filled and empty parts look the same. The first of a page represents all. */
async function unseenProgress(page: Page): Promise<string[]> {
  for (const bar of await page.locator('progress:visible').all()) {
    const part = await bar.evaluate((it: HTMLProgressElement) => it.position);
    if (part < 0.05 || part > 0.95) continue;
    const picture = (await bar.screenshot({ caret: 'initial' })).toString('base64');
    const isSeen = await page.evaluate(
      async ([base64, part]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        const at = (share: number) =>
          context?.getImageData(bitmap.width * share, bitmap.height / 2, 1, 1).data.join();
        return at(part / 2) !== at((1 + part) / 2);
      },
      [picture, part] as const,
    );
    return isSeen ? [] : [`${await bar.getAttribute('aria-label')} shows no progress`];
  }
  return [];
}

/** Elements wider than the screen, and visible text outside the page's parts, such as leftovers of scripts. */
export function strayParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim();
      const element = node.parentElement;
      if (!words || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('main, header, footer, nav, .skip, #trouble')) continue;
      if (getComputedStyle(element).clipPath !== 'inset(50%)') found.push(`“${words}” is outside the page`);
    }
    return found;
  });
}

/** Sets styles like a reader's extension, which the page's policy doesn't affect. */
export async function addStyles(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);
}

/** Sets the browser's default text size, in per cent. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const [standard, fixed] = [(16 * percent) / 100, (13 * percent) / 100];
  await cdp.send('Page.setFontSizes', { fontSizes: { standard, fixed } });
}

/** Checks that all words of the page can be read: none beyond the sides, cut off by a box, or covered, at any scroll position. */
export function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      readonly node: Text;
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    const found = new Set<string>();
    const quote = ({ data }: Text) => `“${data.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
    /** Only for screen readers. */
    const isUnseen = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} px too wide`);

    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node instanceof Text && node.data.trim() && element?.checkVisibility({ visibilityProperty: true }))
        if (!isUnseen(element)) texts.push(node);
    }

    const range = document.createRange();
    const linesOf = (node: Text): Line[] => {
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .filter(({ width }) => width > 0.5)
        .map(({ left, right, top, bottom }) => ({ node, left, right, top, bottom }));
    };

    for (const node of texts) {
      const lines = linesOf(node);
      let scrolls = false;
      for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (!scrolls && /auto|scroll/.test(overflowX + overflowY)) {
          scrolls = true;
          // Only content that depends on columns and lines may be scrolled sideways.
          if (!node.parentElement?.closest('table, pre') && lines.some((line) => line.right > right + 1))
            found.add(`${quote(node)} has to be scrolled to`);
        }
        if (scrolls || overflowX === 'visible' || getComputedStyle(box).display === 'inline') continue;
        for (const line of lines) {
          // A line's box may be taller than its letters.
          const more = (line.bottom - line.top) * 0.2;
          if (
            line.left < left - 1 ||
            line.right > right + 1 ||
            line.top + more < top - 1 ||
            line.bottom - more > bottom + 1
          )
            found.add(`${quote(node)} is cut off by ${box.localName}.${box.className}`);
        }
      }
      if (!scrolls && lines.some(({ left, right }) => left < -1 || right > clientWidth + 1))
        found.add(`${quote(node)} is past the side`);
    }

    /** Across the whole window, like the tabs: scrolling reveals what is under it. */
    const isOnBar = (node: Text) => {
      for (let box = node.parentElement; box; box = box.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(box).position)) return box.offsetWidth === clientWidth;
      return false;
    };
    const words = texts.filter((node) => !isOnBar(node));
    /** The end of the box in which a wide table scrolls. */
    const endOf = (node: Text) => {
      for (let box = node.parentElement; box && box !== document.body; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return box.getBoundingClientRect().right;
      return clientWidth;
    };

    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
      scrollTo(0, y);
      // The middle of each line, where the letters are, because boxes of close lines may overlap.
      const lines = words
        .flatMap((node) => {
          const end = endOf(node);
          return linesOf(node).map((line) => ({ ...line, right: Math.min(line.right, end) }));
        })
        .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
        .map(({ top, bottom, ...line }) => ({
          ...line,
          top: top + (bottom - top) * 0.3,
          bottom: bottom - (bottom - top) * 0.3,
        }))
        .sort((a, b) => a.top - b.top);
      for (const [at, line] of lines.entries())
        for (let next = at + 1; next < lines.length; next++) {
          const other = lines[next];
          if (!other || other.top >= line.bottom) break;
          if (other.node !== line.node && other.left < line.right - 1 && other.right > line.left + 1)
            found.add(`${quote(line.node)} and ${quote(other.node)} overlap`);
        }
    }
    scrollTo(0, 0);
    // One misplaced element may cover everything that scrolls past it.
    return [...found].slice(0, 8);
  });
}

interface Stop {
  /** 'a.button “GET STARTED”'; 'the page itself' if nothing has the focus. */
  readonly name: string;
  /** The next element in document order, named as above; the page itself after the last element. */
  readonly wanted: string;
  /** Whether the focus is on the expected element. */
  readonly isNext: boolean;
  /** Only if it is, and the end isn't reached. */
  readonly seen?: Seen;
}

/** How an element with the focus looks. */
export interface Seen {
  /** Elements of the same kind in the same place look the same. */
  readonly kind: string;
  /** Its problems: out of view, covered, without a ring. */
  readonly findings: readonly string[];
  /** In pixels of the window, with room for a ring. */
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The perimeter of its visible part, in pixels. */
  readonly around: number;
}

interface Walk {
  /** Puts the focus on the last element. */
  toEnd(): void;
  /** Moves the focus forward (1) or back (-1), and returns where it is. */
  look(step: 1 | -1): Stop;
}

/**
 * Walks along everything that takes the focus, from the top of the page. The next element is looked up at each step, because a
 * page may show more when it is used.
 */
export function startWalk(page: Page): Promise<JSHandle<Walk>> {
  return page.evaluateHandle((): Walk => {
    const NOTHING = 'the page itself';
    const near = 0.5;
    let last: Element | undefined;

    const own =
      'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable="true"]';
    const scrolls = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (
        (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) ||
        (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight)
      );
    };
    /** One radio button of a group takes the focus, and the arrow keys lead to the others. */
    const isChosen = (element: Element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const group = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
        ({ name, form }) => name === element.name && form === element.form,
      );
      return element === (group.find(({ checked }) => checked) ?? group[0]);
    };
    const stops = () =>
      [...document.body.querySelectorAll('*')].filter(
        (element) =>
          !element.matches(':disabled, [tabindex="-1"], [inert] *, input[type="hidden"]') &&
          isChosen(element) &&
          element.checkVisibility({ visibilityProperty: true }) &&
          // Browsers make a scrolling box focusable, unless it contains focusable elements.
          (element.matches(own) || (scrolls(element) && !element.querySelector(own))),
      );

    const call = (part: Element) => [part.localName, ...part.classList].join('.');
    const nameOf = (element: Element | undefined) => {
      if (!element) return NOTHING;
      const said = element.getAttribute('aria-label') ?? element.textContent;
      return `${call(element)} “${said.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
    };

    function findingsOf(element: Element): string[] {
      const found: string[] = [];
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) found.push('has no size');
      if (left < -near || right > document.documentElement.clientWidth + near) found.push('is past the side');
      // Only part of an element that nearly fills the window's height.
      const isTall = height > innerHeight * 0.75;
      if (
        isTall
          ? bottom < innerHeight / 2 || top > innerHeight / 2
          : top < -near || bottom > innerHeight + near
      )
        found.push(`is out of view: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`);
      const cover = coverOf(element);
      if (cover) found.push(`is covered by ${call(cover)}`);

      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) found.push('has no ring of 2 px');
      const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue;
        const edge = box.getBoundingClientRect();
        if (left - ring < edge.left - near || right + ring > edge.right + near)
          found.push(`has a ring that ${call(box)} cuts off`);
        break;
      }
      return found;
    }

    /** Whether an element fills its parent. */
    const isSnug = (element: Element) => {
      const [inner, outer] = [element, element.parentElement ?? element].map((it) =>
        it.getBoundingClientRect(),
      );
      return inner && outer ? outer.width - inner.width < 9 && outer.height - inner.height < 9 : false;
    };

    /** What covers an element, except its own parts or its own label. */
    function coverOf(element: Element): Element | undefined {
      for (const { left, right, top, bottom } of element.getClientRects()) {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        // Not the corners themselves, which are round.
        for (const [px, py] of [
          [x, y],
          [x, top + 3],
          [x, bottom - 3],
          [left + 3, y],
          [right - 3, y],
        ] as const) {
          const hit = document.elementFromPoint(px, py);
          const isOwn = hit === null || element.contains(hit) || hit.closest('label')?.control === element;
          // Or a mark that a control draws over its own box.
          if (!isOwn && !(isSnug(element) && element.parentElement?.contains(hit))) return hit;
        }
      }
      return undefined;
    }

    /** Lines below each other share a ring, and anything outside the window isn't visible. */
    function lengthAround(element: Element): number {
      let length = 0;
      let above: DOMRect | undefined;
      for (const line of element.getClientRects()) {
        const height = Math.min(line.bottom, innerHeight) - Math.max(line.top, 0);
        const sides = Number(line.top >= 0) + Number(line.bottom <= innerHeight);
        length += 2 * height + sides * line.width;
        if (above)
          length -= 2 * Math.max(0, Math.min(above.right, line.right) - Math.max(above.left, line.left));
        above = line;
      }
      return length;
    }

    function seenOf(element: Element): Seen {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const path: string[] = [];
      for (let part: Element | null = element; part && part !== document.body; part = part.parentElement)
        path.unshift(call(part));
      const room = 8;
      const x = Math.max(0, Math.floor(left - room));
      const y = Math.max(0, Math.floor(top - room));
      return {
        kind: path.join(' '),
        findings: findingsOf(element),
        area: {
          x,
          y,
          width: Math.min(innerWidth, Math.ceil(right + room)) - x,
          height: Math.min(innerHeight, Math.ceil(bottom + room)) - y,
        },
        around: lengthAround(element),
      };
    }

    return {
      toEnd() {
        last = stops().at(-1);
        if (last instanceof HTMLElement) last.focus();
      },
      look(step) {
        const all = stops();
        const isGone = last !== undefined && !all.includes(last);
        const from = last ? all.indexOf(last) : step > 0 ? -1 : all.length;
        const next = all[from + step];
        const { activeElement, body } = document;
        const element = activeElement === null || activeElement === body ? undefined : activeElement;
        // Beyond the end come the browser's own buttons, or otherwise the other end.
        const isOut = !next && (!element || element === all.at(step > 0 ? 0 : -1));
        const stop = {
          name: nameOf(element),
          wanted: isGone ? `what follows ${nameOf(last)}, which is gone` : nameOf(next),
          isNext: !isGone && (isOut || element === next),
        };
        last = element;
        return stop.isNext && element && !isOut ? { ...stop, seen: seenOf(element) } : stop;
      },
    };
  });
}

/**
 * How visible the focus is, from two screenshots: pixels that change with a contrast of 3 to 1, per pixel of the perimeter. A 2
 * px ring gives about 2, a little less with round corners, and a 1 px ring about half of that.
 */
export async function ringWidth(page: Page, { area, around }: Seen): Promise<number> {
  const picture = async () => (await page.screenshot({ clip: area, caret: 'initial' })).toString('base64');
  const withFocus = await picture();
  const element = await page.evaluateHandle(() => document.activeElement);
  await element.evaluate((it) => it instanceof HTMLElement && it.blur());
  const without = await picture();
  await element.evaluate((it) => it instanceof HTMLElement && it.focus({ preventScroll: true }));

  const pixels = await page.evaluate(
    async (pictures) => {
      const [before, after] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      const light = (data: Uint8ClampedArray | undefined, at: number) => {
        const [r = 0, g = 0, b = 0] = [0, 1, 2].map((channel) => {
          const value = (data?.[at + channel] ?? 0) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      let changed = 0;
      for (let at = 0; at < (before?.length ?? 0); at += 4) {
        const [a, b] = [light(before, at), light(after, at)];
        if (Math.max(a, b) / Math.min(a, b) >= 3) changed++;
      }
      return changed;
    },
    [withFocus, without],
  );
  return pixels / around;
}
