import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, test, vi } from 'vitest';
import { Balance } from '../../../src/islands/shared/Balance.tsx';
import { Button } from '../../../src/islands/shared/Button.tsx';
import { Code } from '../../../src/islands/shared/Code.tsx';
import { Dialog } from '../../../src/islands/shared/Dialog.tsx';
import { Empty } from '../../../src/islands/shared/Empty.tsx';
import { Failed, Stale } from '../../../src/islands/shared/Failed.tsx';
import { Field, focusFirstError } from '../../../src/islands/shared/Field.tsx';
import { PlayerName } from '../../../src/islands/shared/PlayerName.tsx';
import { Points } from '../../../src/islands/shared/Points.tsx';
import { CardSkeleton, RowSkeleton, TicketSkeleton } from '../../../src/islands/shared/Skeleton.tsx';
import { Sprite } from '../../../src/islands/shared/Sprite.tsx';
import { StateBadge } from '../../../src/islands/shared/StateBadge.tsx';
import { asApiError } from '../../../src/islands/shared/stores/load.ts';
import { Tally } from '../../../src/islands/shared/Tally.tsx';
import { Ticket } from '../../../src/islands/shared/Ticket.tsx';
import { Time } from '../../../src/islands/shared/Time.tsx';
import { request } from '../../../src/lib/client/client.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { brokenLine, databaseAway, fieldError, hostOfEachTest, refusal } from '../../support/host.ts';
import { isOff, linkTo, visit } from '../../support/screen.ts';

const robux = {
  id: 84,
  name: 'Robux',
  kind: 'game credit',
  summary: '400 or 800',
  glyph: 'roblox',
  colour: '#2a2d34',
  points: 5000,
  cents: 500,
};
const nothing = () => undefined;

describe('a player’s name', () => {
  it.each([
    ['WWWWWWWWWWWWWWWWWWWWWWWW', 'WWWWWWWWWWWW|WWWWWWWWWWWW'],
    ['abcdefghijklmno', 'abcdefgh|ijklmno'],
    ['short', 'short'],
    ['three words with spaces', 'three words with spaces'],
    ['sample-of-a-long-name', 'sample-of-a-long-name'],
  ])('%s may only break at %s', (name, at) => {
    const { container } = render(<PlayerName name={name} />);
    expect(container.innerHTML.replace('<wbr>', '|')).toBe(at);
    expect(container.textContent).toBe(name);
  });
});

describe('Button', () => {
  it('can’t fire twice while its work is in progress, and can afterwards', async () => {
    let finish = nothing;
    const onPress = vi.fn(
      () =>
        new Promise<undefined>((resolve) => {
          finish = () => {
            resolve(undefined);
            return undefined;
          };
        }),
    );
    render(<Button onPress={onPress}>Redeem</Button>);
    const button = screen.getByRole('button', { name: 'Redeem' });
    // In one frame, before the next paint.
    act(() => {
      for (let click = 0; click < 3; click++) fireEvent.click(button);
    });
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    finish();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(2);
    finish();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  });

  it('keeps a busy form from being submitted once more', () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy}>
          Join
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    fireEvent.click(screen.getByRole('button'));
    rerender(form(true));
    fireEvent.click(screen.getByRole('button'));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('does nothing when disabled, but stays reachable for its explanation', () => {
    const onPress = vi.fn();
    render(
      <Button disabled describedBy="why" onPress={onPress}>
        Redeem
      </Button>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    button.focus();
    expect(onPress).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-describedby')).toBe('why');
  });
});

describe('Field', () => {
  it('ties label, hint and error to its control', () => {
    render(
      <Field label="E-mail" hint="For your account." error="Please enter an address.">
        {(control) => <input {...control} />}
      </Field>,
    );
    const input = screen.getByLabelText('E-mail');
    const said = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(said).toEqual(['For your account.', 'Please enter an address.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('is not invalid without an error', () => {
    render(<Field label="E-mail">{(control) => <input {...control} />}</Field>);
    const input = screen.getByLabelText('E-mail');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(input.hasAttribute('aria-describedby')).toBe(false);
  });

  it('lets a form move focus to its first error', () => {
    const { container } = render(
      <form>
        <Field label="Name">{(control) => <input {...control} />}</Field>
        <Field label="E-mail" error="Missing">
          {(control) => <input {...control} />}
        </Field>
      </form>,
    );
    focusFirstError(container.querySelector('form'));
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  });
});

test('a code says that it was copied, and what to do if it can’t be', async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('not allowed'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(<Code of="Steam wallet code, $5" code="AB12" />);
  const copy = screen.getByRole('button', { name: 'Copy the code of Steam wallet code, $5' });
  fireEvent.click(copy);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
  fireEvent.click(copy);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Copy it with your keyboard'));
  expect(writeText.mock.calls).toEqual([['AB12'], ['AB12']]);
  vi.unstubAllGlobals();
});

describe('Dialog', () => {
  it('is modal while open, announces its name and cost with the focus on its heading, and asks to be closed by its cross', () => {
    const onClose = vi.fn();
    const dialog = (open: boolean) => (
      <Dialog open={open} title="Redeem Robux" says={<p>It costs 5,000 points.</p>} onClose={onClose}>
        <button type="button">Redeem</button>
      </Dialog>
    );
    const { rerender, container } = render(dialog(false));
    expect(container.querySelector('dialog')?.open).toBe(false);
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    rerender(dialog(true));
    expect(showModal).toHaveBeenCalledTimes(1);
    const shown = screen.getByRole('dialog', { name: 'Redeem Robux', description: 'It costs 5,000 points.' });
    expect(shown).toHaveProperty('open', true);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Redeem Robux' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    rerender(dialog(false));
    expect(container.querySelector('dialog')?.open).toBe(false);
  });

  describe('pressed outside', () => {
    const outside = { clientX: 900, clientY: 40 };
    const within = { clientX: 300, clientY: 40 };
    function open(stays: boolean) {
      const onClose = vi.fn();
      render(
        <Dialog open title="Redeem Robux" says={null} onClose={onClose} stays={stays}>
          <input aria-label="Name" />
        </Dialog>,
      );
      const dialog = screen.getByRole('dialog');
      vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 400, 300));
      return { onClose, dialog, field: screen.getByLabelText('Name') };
    }

    it('asks to be closed, unless it stays', () => {
      for (const stays of [false, true]) {
        const { onClose, dialog } = open(stays);
        fireEvent.pointerDown(dialog, outside);
        fireEvent.click(dialog, outside);
        expect(onClose).toHaveBeenCalledTimes(stays ? 0 : 1);
        cleanup();
      }
    });

    it('stays open if the press began or ended inside, as when selecting text', () => {
      const { onClose, dialog, field } = open(false);
      // The browser's click goes to the common ancestor of both ends: the dialog.
      fireEvent.pointerDown(field, within);
      fireEvent.click(dialog, outside);
      fireEvent.pointerDown(dialog, within);
      fireEvent.click(dialog, outside);
      fireEvent.pointerDown(dialog, outside);
      fireEvent.click(dialog, within);
      // A keyboard click has no position.
      fireEvent.click(field, { clientX: 0, clientY: 0 });
      expect(onClose).not.toHaveBeenCalled();
    });
  });

  it('reopens if the browser closes it but its owner doesn’t', () => {
    render(
      <Dialog open title="Redeem Robux" says={null} onClose={nothing}>
        <p>5,000 points</p>
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    dialog.close();
    expect(dialog.open).toBe(true);
  });
});

describe('a failure', () => {
  const onRetry = vi.fn();
  const host = hostOfEachTest();
  const failed = async (answer: () => Response) => {
    host.on(listRewards, answer);
    return request(listRewards, {}).then(() => null, asApiError);
  };

  it('says why and retries, even if it wasn’t a call', () => {
    render(<Failed title="No text" reason="A part did not arrive." onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('A part did not arrive.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  const page = (status: number) => new Response('<!doctype html><title>A page</title>', { status });
  test.each<[kind: string, answer: () => Response, remedy: string | undefined]>([
    ['no network', brokenLine, 'Retry'],
    ['500', () => page(500), 'Retry'],
    ['502', () => page(502), 'Retry'],
    ['503 in our form', databaseAway, 'Retry'],
    ['408', () => page(408), 'Retry'],
    ['429', () => page(429), 'Retry'],
    ['a page in place of JSON', () => page(200), 'Retry'],
    ['401', () => page(401), 'Log in'],
    ['403', () => refusal(403, 'suspended'), undefined],
    ['404', () => page(404), undefined],
    ['410', () => page(410), undefined],
    ['422', () => fieldError('page', 'No such page.'), undefined],
    ['501', () => page(501), undefined],
  ])('%s: offers a way on if there is one, for a list and for kept content', async (_, answer, remedy) => {
    const error = await failed(answer);
    if (!error) throw new Error('it was answered');
    for (const part of [
      <Failed key="failed" title="No rewards" reason={error} onRetry={onRetry} />,
      <Stale key="stale" reason={error} onRetry={onRetry} />,
    ]) {
      cleanup();
      render(part);
      const alert = within(screen.getByRole('alert'));
      expect(alert.getByText(error.message, { exact: false })).toBeTruthy();
      const ways = [...alert.queryAllByRole('button'), ...alert.queryAllByRole('link')];
      expect(ways.map(({ textContent }) => textContent)).toEqual(remedy ? [remedy] : []);
    }
  });

  it('hides Retry while there is no connection, if that is why it failed', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get');
    const go = (isOnline: boolean) =>
      act(() => {
        online.mockReturnValue(isOnline);
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
      });
    const lost = await failed(brokenLine);
    const away = await failed(() => page(502));
    render(
      <>
        <Failed title="No rewards" reason={lost ?? ''} onRetry={onRetry} />
        <Stale reason={lost ?? ''} onRetry={onRetry} />
        <Failed title="No games" reason={away ?? ''} onRetry={onRetry} />
      </>,
    );
    const areOff = () => screen.getAllByRole('button', { name: 'Retry' }).map(isOff);
    expect(areOff()).toEqual([false, false, false]);
    go(false);
    expect(areOff()).toEqual([true, true, false]);
    expect(screen.getAllByText(/^You’re offline\./)).toHaveLength(2);
    go(true);
    expect(areOff()).toEqual([false, false, false]);
    expect(screen.queryByText(/^You’re offline\./)).toBeNull();
    online.mockRestore();
  });

  it('leads a guest to the login and back', async () => {
    visit('/guest/rewards?page=2');
    const error = await failed(() => page(401));
    render(<Failed title="No rewards" reason={error ?? ''} />);
    expect(linkTo('Log in')).toBe('/login?from=%2Fguest%2Frewards%3Fpage%3D2');
  });
});

describe('figures', () => {
  it('are shown with their value, a change with its sign', () => {
    const { container, rerender } = render(<Points points={8400} />);
    expect(container.textContent).toBe('8,400 pts · $8.40');
    rerender(<Points points={-150} change />);
    expect(container.textContent).toBe('−150');
  });

  it('leave zeros out of the balance, except the available points', () => {
    const { container, rerender } = render(<Balance balance={null} />);
    const terms = () => [...container.querySelectorAll('dt')].map((term) => term.textContent);
    expect(terms()).toEqual(['Available']);
    rerender(<Balance balance={{ available: 6220, pending: 1200, reserved: 300, debt: 0 }} />);
    expect(terms()).toEqual(['Available', 'Pending', 'On hold']);
    expect(container.textContent).toContain('6,220');
    rerender(<Balance balance={{ available: 0, pending: 0, reserved: 0, debt: 150 }} />);
    expect(terms()).toEqual(['Available', 'Owed']);
  });

  it('show progress as strokes up to a point and as a bar beyond', () => {
    const { container, rerender } = render(<Tally done={7} goal={10} />);
    expect(screen.getByRole('img', { name: '7 of 10' }).querySelectorAll('path:not(.todo)')).toHaveLength(7);
    rerender(<Tally done={684} goal={2500} />);
    expect(container.querySelector('progress')?.getAttribute('aria-label')).toBe('684 of 2,500');
  });
});

describe('Ticket', () => {
  it('is a link with name, price and worth', () => {
    render(<Ticket reward={robux} href="/guest/reward/84/Robux" />);
    const link = screen.getByRole('link', { name: /Robux/ });
    expect(link.getAttribute('href')).toBe('/guest/reward/84/Robux');
    expect(link.textContent).toContain('5,000 pts');
    expect(link.textContent).toContain('$5.00');
    expect(link.querySelector('use')?.getAttribute('href')).toBe('/glyphs.svg#roblox');
  });

  it('says when nothing is left, and draws a gift card if there is no glyph', () => {
    const { container } = render(<Ticket reward={{ ...robux, glyph: null, in_stock: false }} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.textContent).toContain('out of stock');
    expect(container.querySelector('use')?.getAttribute('href')).toBe('/glyphs.svg#gift-card');
  });
});

describe('Time', () => {
  const at = new Date(Date.now() - 5 * 60_000).toISOString();

  it('is relative for the reader, with the exact time on hover', () => {
    render(<Time at={at} />);
    const time = screen.getByText('5 minutes ago');
    expect(time.getAttribute('title')).toMatch(/ UTC$/);
  });

  it('is exact in pre-rendered pages, which may be read at any time', () => {
    expect(renderToString(<Time at="2026-11-20T14:02:00Z" />)).toContain('>20 November 2026 at 14:02 UTC<');
  });
});

it('no part writes a style attribute, which the content security policy would block', () => {
  const html = renderToString(
    <>
      <Sprite id="merge" />
      <Tally done={3} goal={8} />
      <Tally done={3} goal={800} />
      <Ticket reward={robux} href="/x" />
      <Ticket reward={{ ...robux, glyph: null }} />
      <Balance balance={null} />
      <StateBadge state="pending" />
      <TicketSkeleton count={2} />
      <CardSkeleton count={2} />
      <RowSkeleton count={2} />
      <Button busy>Go</Button>
      <Empty title="Nothing yet">
        <p>Play.</p>
      </Empty>
    </>,
  );
  expect(html).not.toMatch(/\sstyle=/);
});
